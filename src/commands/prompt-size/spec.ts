import type { CommandSpec } from "../command.ts";

export function promptSizeCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "prompt-size",
    summary: "Show what every request begins with, by layer and by tool; asks no model.",
    usage: "",
    flags: [
      { name: "platform", kind: "value", value: "P", summary: "as on this surface instead of cli" },
      { name: "json", kind: "boolean", summary: "print one JSON object" },
    ],
    subcommands: [],
    load,
  };
}
