/** About the web tools, for the person who sets them up. */
export const webPhrases = {
  unknownBackend: (key: string, name: string, guess: string | null, known: readonly string[]) =>
    `${key}: there is no web backend "${name}"${guess === null ? "" : `; did you mean ${guess}?`} Known: ${known.join(", ")}`,
  missingVariables: (key: string, name: string, variables: readonly string[]) =>
    `${key}: ${name} is not used, ${variables.join(" and ")} ${variables.length === 1 ? "is" : "are"} not set`,
  cannotExtract: (name: string) => `web.extract_backend: ${name} only searches; pages are read from this machine`,
  blocklistUnreadable: (path: string, why: string) => `security.website_blocklist.shared_files: ${path} ${why}`,
} as const;
