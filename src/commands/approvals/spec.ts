import type { CommandSpec, FlagSpec } from "../command.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };
const cwd: FlagSpec = { name: "cwd", kind: "value", value: "DIR", summary: "As if it ran in this folder" };
const yolo: FlagSpec = { name: "yolo", kind: "boolean", summary: "As if --yolo was given" };

type Loads = Readonly<Record<"test" | "suggest", NonNullable<CommandSpec["load"]>>>;

export function approvalsCommand(loads: Loads): CommandSpec {
  const rows: readonly Pick<CommandSpec, "name" | "usage" | "summary" | "flags" | "load">[] = [
    {
      name: "test",
      usage: "<command>",
      summary: "Explain what would become of a command, without running it",
      flags: [cwd, yolo, json],
      load: loads.test,
    },
    {
      name: "list",
      usage: "",
      summary: "What is allowed and forbidden for good",
      flags: [json],
      load: async () => (await import("./list.ts")).list,
    },
    {
      name: "suggest",
      usage: "",
      summary: "Propose entries for what you allowed again and again",
      flags: [
        { name: "apply", kind: "boolean", summary: "Ask for each entry and store it" },
        { name: "min", kind: "value", value: "N", number: "whole", summary: "At least so many yeses; 3 unless told" },
        json,
      ],
      load: loads.suggest,
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
