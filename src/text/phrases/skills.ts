export const skillsPhrases = {
  leftOut: (path: string, why: string) => `${path} is left out: ${why}`,
  badName: (path: string, name: string) =>
    `${path} is called ${JSON.stringify(name)}: use lower-case letters, digits, ".", "_" and "-", at most 64`,
  unreadable: (name: string, why: string) => `The skill "${name}" cannot be loaded: ${why}.`,
} as const;
