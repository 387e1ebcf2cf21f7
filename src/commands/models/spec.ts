import type { CommandRun, CommandSpec, FlagSpec } from "../command.ts";
import type { ModelRuns } from "./model-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };

const rows: readonly (Pick<CommandSpec, "usage" | "summary" | "flags"> & { readonly name: keyof ModelRuns })[] = [
  { name: "show", usage: "[MODEL]", summary: "What is known of a model, or of the configured one", flags: [json] },
  { name: "refresh", usage: "", summary: "Fetch the current list of windows and prices", flags: [] },
];

export function modelsCommand(load: () => Promise<ModelRuns>): CommandSpec {
  return {
    name: "models",
    summary: "Windows and prices of models.",
    usage: "",
    flags: [],
    subcommands: rows.map((row) => ({
      ...row,
      subcommands: [],
      load: async (): Promise<CommandRun> => (await load())[row.name],
    })),
    defaultCommand: "show",
    load: null,
  };
}
