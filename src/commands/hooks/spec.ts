import type { CommandRun, CommandSpec } from "../command.ts";
import type { HookRuns } from "./hook-runs.ts";

type Row = Pick<CommandSpec, "usage" | "summary" | "flags"> & { readonly name: keyof HookRuns };
const json = { name: "json", kind: "boolean", summary: "Print JSON" } as const;
const rows: readonly Row[] = [
  { name: "list", usage: "", summary: "The shell hooks of the configuration", flags: [json] },
  {
    name: "test",
    usage: "<event>",
    summary: "Run the hooks of an event on an invented payload",
    flags: [
      { name: "tool", kind: "value", value: "NAME", summary: "As if this tool was called; terminal unless told" },
      { name: "args", kind: "value", value: "JSON", summary: "With these arguments" },
      json,
    ],
  },
  { name: "doctor", usage: "", summary: "Missing, changed, failing and slow hooks", flags: [json] },
  { name: "trust", usage: "[word]", summary: "Agree to hooks as they are now, one by one", flags: [] },
  { name: "revoke", usage: "[word]", summary: "Take the agreement back", flags: [] },
];

export function hooksCommand(load: () => Promise<HookRuns>): CommandSpec {
  return {
    name: "hooks",
    summary: "Look at shell hooks and decide which may run.",
    usage: "<command>",
    flags: [],
    defaultCommand: "list",
    load: null,
    subcommands: rows.map((row) => ({
      ...row,
      subcommands: [],
      load: async (): Promise<CommandRun> => (await load())[row.name],
    })),
  };
}
