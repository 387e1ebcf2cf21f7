import type { CommandSpec } from "../command.ts";

export function dumpCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  const summary = "Print a summary of the setup for a bug report, without secrets.";
  return { name: "dump", summary, usage: "", flags: [], subcommands: [], load };
}
