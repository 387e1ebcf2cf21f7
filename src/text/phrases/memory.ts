export const memoryPhrases = {
  store: (name: string, chars: number, limit: number, entries: number) =>
    `${name}: ${entries} ${entries === 1 ? "entry" : "entries"}, ${chars} of ${limit} characters`,
  storeOff: (name: string) => `${name}: switched off`,
  storeUnreadable: (name: string) => `${name}: cannot be read; see its file`,
  provider: (name: string) => (name === "" ? "outside memory: none" : `outside memory: ${name}`),
  approval: (on: boolean) => `writes ${on ? "wait for your approval" : "are made at once"} (memory.write_approval)`,
  waiting: (count: number) => `${count} waiting, see: hermes memory pending`,
  empty: "(nothing yet)",
  providerSet: (name: string) => `Outside memory is now ${name}; new sessions use it.`,
  providerOff: "No outside memory from the next session on. MEMORY.md and USER.md stay in use.",
  unknownProvider: (name: string, known: readonly string[]) =>
    `There is no memory provider ${JSON.stringify(name)}. Built in: ${known.join(", ")}. For one of a plugin: hermes config set memory.provider <name>`,
} as const;
