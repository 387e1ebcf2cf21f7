import { saysInterrupted } from "../domain/interruption.ts";
import { callsOf, textOf, withNote, type Message, type ToolCall, type ToolMessage } from "../domain/message.ts";
import { type Batch, mapBatches } from "./batches.ts";

/** Whether a call changes nothing, so that after a crash it may be forgotten. */
export type IsReadOnly = (call: ToolCall) => boolean;

/**
 * Batches a dead process left behind (agent-loop 2.4). One that only reads and was not answered, or only by being
 * stopped, is gone: it can be asked for again. Whatever may have changed something stays and says so.
 */
export function settleBatches(history: readonly Message[], isReadOnly: IsReadOnly): readonly Message[] {
  return settleWhere(({ cutOff }) => cutOff, history, isReadOnly);
}

/** The same where only the end can have been cut off: what is missing further up somebody has left out. */
export function settleLastBatch(history: readonly Message[], isReadOnly: IsReadOnly): readonly Message[] {
  return settleWhere(({ last }) => last, history, isReadOnly);
}

/** Where a batch is gone, the one before it may now be the one that was cut off. */
function settleWhere(
  isOpen: (batch: Batch) => boolean,
  history: readonly Message[],
  isReadOnly: IsReadOnly,
): readonly Message[] {
  const after = mapBatches(history, (batch) =>
    isOpen(batch) ? settled(batch, isReadOnly) : [batch.asked, ...batch.results],
  );
  return after.length < history.length ? settleWhere(isOpen, after, isReadOnly) : after;
}

function settled({ asked, results }: Batch, isReadOnly: IsReadOnly): readonly Message[] {
  const calls = callsOf(asked);
  const unfinished = results.length === 0 || results.some(({ content }) => saysInterrupted(content));
  if (!unfinished) return [asked, ...results];
  if (calls.every(isReadOnly)) return [];
  const reads = new Set(calls.filter(isReadOnly).map(({ id }) => id));
  return [asked, ...results.map((result) => (reads.has(result.tool_call_id) ? result : inDoubt(result)))];
}

const doubt = "Its effect is unknown: inspect the state before you repeat it.";
const saysDoubt = /effect is unknown/i;

function inDoubt(result: ToolMessage): ToolMessage {
  const { content, effect_disposition: effect } = result;
  if (effect === "none" || !saysInterrupted(content) || saysDoubt.test(textOf(content))) return result;
  return { ...result, content: withNote(content, `\n\n[${doubt}]`), effect_disposition: "unknown" };
}

/** In the place of a result that was never stored. */
export function missingResult({ id, function: { name } }: ToolCall, readOnly: boolean): ToolMessage {
  const error = `This call was interrupted. ${readOnly ? "It changes nothing and may be repeated." : doubt}`;
  return {
    role: "tool",
    tool_call_id: id,
    name,
    tool_name: name,
    content: JSON.stringify({ error }),
    effect_disposition: readOnly ? "none" : "unknown",
  };
}
