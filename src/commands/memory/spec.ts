import type { CommandRun, CommandSpec, FlagSpec } from "../command.ts";
import type { MemoryRuns } from "./memory-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };

const rows: readonly (Pick<CommandSpec, "usage" | "summary" | "flags"> & { readonly name: keyof MemoryRuns })[] = [
  { name: "status", usage: "", summary: "How full the two files are, and what else remembers", flags: [json] },
  { name: "show", usage: "", summary: "Print what is remembered", flags: [] },
  { name: "pending", usage: "", summary: "Writes that wait for your approval", flags: [json] },
  { name: "approve", usage: "<id|all>", summary: "Write what waits", flags: [] },
  { name: "reject", usage: "<id|all>", summary: "Throw away what waits", flags: [] },
  { name: "setup", usage: "<provider>", summary: "Choose a memory beside the two files", flags: [] },
  { name: "off", usage: "", summary: "Use no memory beside the two files", flags: [] },
];

export function memoryCommand(load: () => Promise<MemoryRuns>): CommandSpec {
  return {
    name: "memory",
    summary: "See and approve what the agent remembers.",
    usage: "",
    flags: [],
    subcommands: rows.map((row) => ({
      ...row,
      subcommands: [],
      load: async (): Promise<CommandRun> => (await load())[row.name],
    })),
    defaultCommand: "status",
    load: null,
  };
}
