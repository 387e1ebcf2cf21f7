import type { CommandSpec, FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { CheckpointRuns } from "./checkpoint-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };
const all: FlagSpec = { name: "all", kind: "boolean", summary: "take back what others changed since, too" };
const everywhere: FlagSpec = { name: "everywhere", kind: "boolean", summary: "those of all projects" };
const yes: FlagSpec = { name: "yes", short: "y", kind: "boolean", summary: "do not ask" };

const rows: readonly GroupRow<keyof CheckpointRuns>[] = [
  { name: "list", usage: "", summary: "The checkpoints of this project, 1 is the newest", flags: [json] },
  { name: "diff", usage: "<n> [file]", summary: "What going back to a checkpoint would change", flags: [all] },
  { name: "restore", usage: "<n> [file]", summary: "Go back to a checkpoint", flags: [all, json] },
  { name: "status", usage: "", summary: "How much is kept, and of what", flags: [json] },
  { name: "prune", usage: "", summary: "Remove what is too old or too much", flags: [] },
  { name: "clear", usage: "", summary: "Remove all checkpoints of this project", flags: [everywhere, yes] },
];

export function checkpointsCommand(load: () => Promise<CheckpointRuns>): CommandSpec {
  return commandGroup({
    name: "checkpoints",
    summary: "Go back to files as they were before the agent changed them.",
    rows,
    defaultCommand: "list",
    load,
  });
}
