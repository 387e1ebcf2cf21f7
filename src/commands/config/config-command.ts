import type { CommandRun, CommandSpec, FlagSpec } from "../command.ts";

const force: FlagSpec = {
  name: "force",
  kind: "boolean",
  summary: "Replace a section, or store a value that is not allowed",
};
const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };
const reveal: FlagSpec = { name: "reveal", kind: "boolean", summary: "Show a secret (on a terminal only)" };
const dryRun: FlagSpec = { name: "dry-run", kind: "boolean", summary: "Print the difference, write nothing" };

const loadShow = async (): Promise<CommandRun> => (await import("./show.ts")).show;

const rows: readonly Pick<CommandSpec, "name" | "usage" | "summary" | "flags" | "load">[] = [
  {
    name: "show",
    usage: "",
    summary: "What differs from the defaults, and where the files are",
    flags: [],
    load: loadShow,
  },
  {
    name: "get",
    usage: "<key>",
    summary: "Print one effective value",
    flags: [json, reveal],
    load: async () => (await import("./get.ts")).get,
  },
  {
    name: "set",
    usage: "<key> <value>",
    summary: "Store a value",
    flags: [force],
    load: async () => (await import("./set.ts")).set,
  },
  {
    name: "unset",
    usage: "<key>",
    summary: "Go back to the default",
    flags: [],
    load: async () => (await import("./unset.ts")).unset,
  },
  {
    name: "edit",
    usage: "",
    summary: "Open config.yaml in your editor and check it",
    flags: [],
    load: async () => (await import("./edit.ts")).edit,
  },
  {
    name: "check",
    usage: "",
    summary: "List what is wrong with the settings",
    flags: [],
    load: async () => (await import("./check.ts")).check,
  },
  {
    name: "migrate",
    usage: "",
    summary: "Bring config.yaml to the current form",
    flags: [dryRun],
    load: async () => (await import("./migrate.ts")).migrate,
  },
  {
    name: "path",
    usage: "",
    summary: "Print the path of config.yaml",
    flags: [],
    load: async () => (await import("./paths.ts")).path,
  },
  {
    name: "env-path",
    usage: "",
    summary: "Print the path of .env",
    flags: [],
    load: async () => (await import("./paths.ts")).envFilePath,
  },
  {
    name: "schema",
    usage: "",
    summary: "Print the JSON Schema of config.yaml",
    flags: [],
    load: async () => (await import("./schema.ts")).schema,
  },
];

export const configCommand: CommandSpec = {
  name: "config",
  summary: "Show and change the settings",
  usage: "[command]",
  flags: [],
  load: loadShow,
  subcommands: rows.map((row) => ({ ...row, subcommands: [] })),
};
