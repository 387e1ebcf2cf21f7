import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import type { CommandSpec } from "../command.ts";

export function dumpCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "dump",
    summary: "Print a summary of the setup for a bug report, without secrets.",
    usage: "",
    flags: [
      { name: "bundle", kind: "boolean", summary: say.bundleFlag },
      { name: "session", kind: "value", value: "REF", summary: say.sessionFlag },
      { name: "turns", kind: "value", value: "N", number: "whole", summary: say.turnsFlag },
    ],
    subcommands: [],
    load,
  };
}
