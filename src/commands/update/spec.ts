import type { CommandSpec } from "../command.ts";

export function updateCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  const summary = "Tell how to update this installation; asks no server.";
  return { name: "update", summary, usage: "", flags: [], subcommands: [], load };
}
