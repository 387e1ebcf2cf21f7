import type { ModelReply } from "../../domain/model-client.ts";
import type { Toolbox } from "../tools/toolbox.ts";
import type { ReplyCheck } from "./reply-check.ts";
import { parses } from "./truncated-call.ts";

const mostRepeats = 2;

/** Arguments that are complete but no JSON: the model gets two silent chances before it is told. */
export const invalidJson: ReplyCheck = (reply, { counts }, { toolbox }) => {
  if (!hasInvalidJson(reply, toolbox)) {
    counts.invalidJson = 0;
    return { kind: "pass" };
  }
  if (counts.invalidJson >= mostRepeats) return { kind: "pass" }; // judged: each bad call gets an error result
  counts.invalidJson += 1;
  return { kind: "repeat", waitMs: 0 };
};

/** The name comes first: arguments of a tool that does not exist are nobody's concern. */
export function hasInvalidJson({ tool_calls: calls }: ModelReply, { has }: Pick<Toolbox, "has">): boolean {
  return calls.some(({ function: { name, arguments: text } }) => has(name) && !parses(text));
}
