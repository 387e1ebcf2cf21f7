import { callsOf, type AssistantMessage, type Message, type ToolMessage } from "../domain/message.ts";
import { same } from "./same.ts";

/** An assistant message with calls, and the results behind it. */
export type Batch = {
  readonly asked: AssistantMessage;
  readonly results: readonly ToolMessage[];
  /** No reply follows: the process died before it came, for every turn that ends closes its history. */
  readonly cutOff: boolean;
  /** Nothing at all follows. */
  readonly last: boolean;
};

/** Puts something else in the place of each batch; a history in which nothing changes comes back itself. */
export function mapBatches(
  history: readonly Message[],
  change: (batch: Batch) => readonly Message[],
): readonly Message[] {
  const mapped: Message[] = [];
  for (let at = 0; at < history.length;) {
    const asked = history[at];
    if (asked === undefined) break;
    at += 1;
    if (asked.role !== "assistant" || callsOf(asked).length === 0) {
      mapped.push(asked);
      continue;
    }
    const results = resultsAt(history, at);
    at += results.length;
    const cutOff = history[at]?.role !== "assistant";
    mapped.push(...change({ asked, results, cutOff, last: at === history.length }));
  }
  return same(mapped, history) ? history : mapped;
}

function resultsAt(history: readonly Message[], start: number): readonly ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let at = start; ; at++) {
    const message = history[at];
    if (message?.role !== "tool") return results;
    results.push(message);
  }
}
