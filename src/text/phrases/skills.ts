export const skillsPhrases = {
  unreadable: (name: string, why: string) => `The skill "${name}" cannot be loaded: ${why}.`,
} as const;
