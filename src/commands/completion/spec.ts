import type { CommandSpec } from "../command.ts";

const shells = ["bash", "zsh", "fish"] as const;

export function completionCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "completion",
    summary: "Print a script that teaches your shell to complete hermes.",
    usage: "<bash|zsh|fish>",
    flags: [],
    choices: shells,
    subcommands: [],
    load,
  };
}
