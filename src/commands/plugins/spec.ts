import type { CommandSpec, FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { PluginRuns } from "./plugin-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "Print JSON" };

const rows: readonly GroupRow<keyof PluginRuns>[] = [
  {
    name: "choose",
    usage: "",
    summary: "Switch plugins and choose providers on a screen; the list where there is no terminal",
    flags: [json],
  },
  { name: "list", usage: "", summary: "What is installed, and what of it loads", flags: [json] },
  { name: "info", usage: "<id>", summary: "All about one plugin", flags: [json] },
  { name: "enable", usage: "<id>", summary: "Load it with the next session; asks what it may do", flags: [] },
  { name: "disable", usage: "<id>", summary: "Load it no longer", flags: [] },
  { name: "install", usage: "<npm|git|path>", summary: "Fetch a plugin; nothing of it runs", flags: [] },
  { name: "remove", usage: "<id>", summary: "Delete a plugin and what was agreed to", flags: [] },
  { name: "doctor", usage: "", summary: "Load what is enabled once and say what is wrong", flags: [json] },
  { name: "update", usage: "<id>", summary: "Fetch it again from where it came", flags: [] },
];

export function pluginsCommand(load: () => Promise<PluginRuns>): CommandSpec {
  return commandGroup({
    name: "plugins",
    summary: "Install, enable and look at plugins.",
    rows,
    defaultCommand: "choose",
    load,
  });
}
