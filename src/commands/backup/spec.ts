import type { CommandSpec } from "../command.ts";

export const backupCommand: CommandSpec = {
  name: "backup",
  summary: "Write the whole home (settings, memory, skills, sessions) to one archive, without caches and keys.",
  usage: "[FILE]",
  flags: [{ name: "with-secrets", kind: "boolean", summary: "also .env, logins and keys in config.yaml" }],
  subcommands: [],
  load: async () => (await import("./backup.ts")).backup,
};

export const restoreCommand: CommandSpec = {
  name: "restore",
  summary: "Bring a home back from an archive that hermes backup wrote.",
  usage: "<FILE>",
  flags: [{ name: "force", kind: "boolean", summary: "put the present home aside and take its place" }],
  subcommands: [],
  load: async () => (await import("./restore.ts")).restore,
};
