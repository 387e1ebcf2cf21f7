import type { CommandSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { HookRuns } from "./hook-runs.ts";

const json = { name: "json", kind: "boolean", summary: "Print JSON" } as const;
const rows: readonly GroupRow<keyof HookRuns>[] = [
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
  return commandGroup({
    name: "hooks",
    summary: "Look at shell hooks and decide which may run.",
    rows,
    defaultCommand: "list",
    load,
  });
}
