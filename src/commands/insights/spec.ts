import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import type { CommandSpec } from "../command.ts";

export function insightsCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "insights",
    summary: say.summary,
    usage: "",
    flags: [
      { name: "days", kind: "value", value: "N", number: "whole", summary: say.daysFlag },
      { name: "source", kind: "value", value: "S", summary: say.sourceFlag },
      { name: "json", kind: "boolean", summary: say.jsonFlag },
    ],
    subcommands: [],
    load,
  };
}
