import type { CommandSpec } from "../command.ts";

export function doctorCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "doctor",
    summary: "Check the installation, the configuration and the stored sessions.",
    usage: "",
    flags: [
      {
        name: "fix",
        kind: "boolean",
        summary: "repair what is safe to repair: folders, file modes, stale locks, the search index",
      },
      { name: "live", kind: "boolean", summary: "also ask the model one tiny question" },
      { name: "json", kind: "boolean", summary: "print one JSON object" },
    ],
    subcommands: [],
    load,
  };
}
