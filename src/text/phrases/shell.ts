export const shellPhrases = {
  noWalls: (why: string) =>
    `Commands run without a sandbox: ${why.replace(/\.$/, "")}. Install bubblewrap to get one, or set terminal.backend to local to stop this line.`,
  needsSetting: (backend: string, setting: string) => `terminal.backend is ${backend}, but ${setting} is not set.`,
  noDiskLimit: "The storage driver here cannot limit the disk of a container: terminal.container_disk does not hold.",
} as const;
