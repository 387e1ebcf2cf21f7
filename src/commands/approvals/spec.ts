import type { CommandSpec, FlagSpec } from "../command.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };
const cwd: FlagSpec = { name: "cwd", kind: "value", value: "DIR", summary: "As if it ran in this folder" };
const yolo: FlagSpec = { name: "yolo", kind: "boolean", summary: "As if --yolo was given" };

export function approvalsCommand(loadTest: NonNullable<CommandSpec["load"]>): CommandSpec {
  const rows: readonly Pick<CommandSpec, "name" | "usage" | "summary" | "flags" | "load">[] = [
    {
      name: "test",
      usage: "<command>",
      summary: "Explain what would become of a command, without running it",
      flags: [cwd, yolo, json],
      load: loadTest,
    },
    {
      name: "list",
      usage: "",
      summary: "What is allowed and forbidden for good",
      flags: [json],
      load: async () => (await import("./list.ts")).list,
    },
    {
      name: "remove",
      usage: "<entry>",
      summary: "Take an entry off the allowlist",
      flags: [],
      load: async () => (await import("./remove.ts")).remove,
    },
  ];
  return {
    name: "approvals",
    summary: "What the agent may do without asking.",
    usage: "<command>",
    flags: [],
    load: null,
    subcommands: rows.map((row) => ({ ...row, subcommands: [] })),
  };
}
