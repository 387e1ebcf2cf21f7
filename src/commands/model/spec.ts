import type { CommandSpec } from "../command.ts";
import { plainFlag } from "../root.ts";

export function modelCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "model",
    summary: "Choose provider and model, and give a key; with a name without asking.",
    usage: "[PROVIDER/MODEL]",
    flags: [plainFlag],
    subcommands: [],
    load,
  };
}
