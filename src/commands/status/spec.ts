import type { CommandSpec } from "../command.ts";

export function statusCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "status",
    summary: "Show what is set up: model, keys, sandbox, plugins, servers, sessions.",
    usage: "",
    flags: [{ name: "json", kind: "boolean", summary: "print one JSON object" }],
    subcommands: [],
    load,
  };
}
