import type { CommandSpec } from "../command.ts";

const logNames = ["agent", "errors", "gateway"] as const;
export const logLevels = ["debug", "info", "warning", "error"] as const;

export const logsCommand: CommandSpec = {
  name: "logs",
  summary: "Show what was written to the logs; without a name that of the agent.",
  usage: "[agent|errors|gateway]",
  choices: logNames,
  flags: [
    { name: "lines", short: "n", kind: "value", value: "N", number: "whole", summary: "the last N lines; 50 without" },
    { name: "follow", short: "f", kind: "boolean", summary: "go on as lines are written" },
    { name: "level", kind: "value", value: "L", choices: logLevels, summary: "of this level and above" },
    { name: "session", kind: "value", value: "ID", summary: "about this session; the beginning of its id will do" },
    { name: "since", kind: "value", value: "TIME", summary: "not older than 30s, 15m, 2h, 3d or a date" },
    { name: "json", kind: "boolean", summary: "lines as they stand in the file" },
  ],
  subcommands: [],
  load: async () => (await import("./logs.ts")).logs,
};
