import type { CommandSpec, FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { MemoryRuns } from "./memory-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };

const rows: readonly GroupRow<keyof MemoryRuns>[] = [
  { name: "status", usage: "", summary: "How full the two files are, and what else remembers", flags: [json] },
  { name: "show", usage: "", summary: "Print what is remembered", flags: [] },
  { name: "pending", usage: "", summary: "Writes that wait for your approval", flags: [json] },
  { name: "approve", usage: "<id|all>", summary: "Write what waits", flags: [] },
  { name: "reject", usage: "<id|all>", summary: "Throw away what waits", flags: [] },
  { name: "setup", usage: "<provider>", summary: "Choose a memory beside the two files", flags: [] },
  { name: "off", usage: "", summary: "Use no memory beside the two files", flags: [] },
];

export function memoryCommand(load: () => Promise<MemoryRuns>): CommandSpec {
  return commandGroup({
    name: "memory",
    summary: "See and approve what the agent remembers.",
    rows,
    defaultCommand: "status",
    load,
  });
}
