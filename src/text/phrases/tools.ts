export const toolsPhrases = {
  badToolName: (name: string) =>
    `Tool name ${JSON.stringify(name)} is not valid: letters, digits, "_" and "-", at most 64 of them.`,
  unknownToolset: (name: string, guess: string | null, known: readonly string[]) =>
    `Unknown toolset "${name}".${guess === null ? "" : ` Did you mean "${guess}"?`} Known: ${known.join(", ")}.`,
  toolsetCycle: (names: readonly string[]) => `Toolsets include each other in a circle: ${names.join(" -> ")}.`,
} as const;
