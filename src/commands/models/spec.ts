import type { CommandSpec, FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { ModelRuns } from "./model-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };

const rows: readonly GroupRow<keyof ModelRuns>[] = [
  { name: "show", usage: "[MODEL]", summary: "What is known of a model, or of the configured one", flags: [json] },
  { name: "refresh", usage: "", summary: "Fetch the current list of windows and prices", flags: [] },
];

export function modelsCommand(load: () => Promise<ModelRuns>): CommandSpec {
  return commandGroup({ name: "models", summary: "Windows and prices of models.", rows, defaultCommand: "show", load });
}
