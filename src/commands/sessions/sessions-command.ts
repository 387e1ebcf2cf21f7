import type { CommandSpec, FlagSpec } from "../command.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };
const source: FlagSpec = { name: "source", kind: "value", value: "S", summary: "Only this source, such as cli" };
const workspace: FlagSpec = {
  name: "workspace",
  kind: "value",
  value: "P",
  summary: "Only this directory or repository",
};
const exact: FlagSpec = { name: "exact", kind: "boolean", summary: "This segment, not the newest of its conversation" };
const yes: FlagSpec = { name: "yes", kind: "boolean", summary: "Do it without asking" };

const rows: readonly Pick<CommandSpec, "name" | "usage" | "summary" | "flags" | "load">[] = [
  {
    name: "list",
    usage: "",
    summary: "Conversations, newest first",
    flags: [
      source,
      workspace,
      { name: "limit", kind: "value", value: "N", summary: "At most N (20)" },
      { name: "archived", kind: "boolean", summary: "Those that were put away" },
      json,
    ],
    load: async () => (await import("./list.ts")).list,
  },
  {
    name: "show",
    usage: "<id>",
    summary: "One session with its messages",
    flags: [exact, json],
    load: async () => (await import("./show.ts")).show,
  },
  {
    name: "export",
    usage: "[id]",
    summary: "Write one session or all of them",
    flags: [
      { name: "all", kind: "boolean", summary: "Every session" },
      { name: "format", kind: "value", value: "F", summary: "jsonl (default), json, md or html" },
      { name: "output", short: "o", kind: "value", value: "FILE", summary: "Where to; - is stdout" },
      { name: "redact", kind: "boolean", summary: "Mask what looks like a secret" },
      exact,
    ],
    load: async () => (await import("./export.ts")).exportSessions,
  },
  {
    name: "import",
    usage: "[file]",
    summary: "Bring in exported sessions, or another program's",
    flags: [{ name: "from", kind: "value", value: "PROGRAM", summary: "hermes-python, claude or codex" }],
    load: async () => (await import("./import.ts")).importSessions,
  },
  {
    name: "rename",
    usage: "<id> <title>…",
    summary: "Give a conversation a title",
    flags: [],
    load: async () => (await import("./rename.ts")).rename,
  },
  {
    name: "delete",
    usage: "<id>…",
    summary: "Delete sessions",
    flags: [yes],
    load: async () => (await import("./delete.ts")).deleteSessions,
  },
  {
    name: "prune",
    usage: "",
    summary: "Delete conversations that ended long ago",
    flags: [
      { name: "older-than", kind: "value", value: "AGE", summary: "Such as 90d, 12h or 4w" },
      source,
      workspace,
      { name: "dry-run", kind: "boolean", summary: "Only say what would go" },
      yes,
    ],
    load: async () => (await import("./prune.ts")).prune,
  },
  {
    name: "archive",
    usage: "<id>…",
    summary: "Put conversations away; they stay and can be found",
    flags: [{ name: "undo", kind: "boolean", summary: "Back into the list" }],
    load: async () => (await import("./archive.ts")).archive,
  },
  {
    name: "optimize",
    usage: "",
    summary: "Merge the search index and give unused room back",
    flags: [{ name: "force", kind: "boolean", summary: "Although somebody is at work" }],
    load: async () => (await import("./optimize.ts")).optimize,
  },
  {
    name: "stats",
    usage: "",
    summary: "How much is stored",
    flags: [json],
    load: async () => (await import("./stats.ts")).stats,
  },
  {
    name: "repair",
    usage: "",
    summary: "Check the database, rebuild the index, recover a damaged file",
    flags: [],
    load: async () => (await import("./repair.ts")).repair,
  },
];

export const sessionsCommand: CommandSpec = {
  name: "sessions",
  summary: "List, export and tidy up conversations",
  usage: "<command>",
  flags: [],
  load: null,
  subcommands: rows.map((row) => ({ ...row, subcommands: [] })),
};
