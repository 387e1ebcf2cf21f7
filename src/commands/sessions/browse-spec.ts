import type { CommandSpec } from "../command.ts";

/** The one sessions command with a screen. */
export function browseSpec(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "browse",
    usage: "",
    summary: "Pick a conversation from a list and go on with it",
    flags: [],
    subcommands: [],
    load,
  };
}
