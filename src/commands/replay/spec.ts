import { replayPhrases as say } from "../../text/phrases/replay.ts";
import type { CommandSpec } from "../command.ts";

export function replayCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "replay",
    summary: say.summary,
    usage: "<session>",
    flags: [
      { name: "speed", kind: "value", value: "N", number: "decimal", summary: say.speedFlag },
      { name: "instant", kind: "boolean", summary: say.instantFlag },
      { name: "plain", kind: "boolean", summary: say.plainFlag },
      { name: "redact", kind: "boolean", summary: say.redactFlag },
      { name: "exact", kind: "boolean", summary: say.exactFlag },
    ],
    subcommands: [],
    load,
  };
}
