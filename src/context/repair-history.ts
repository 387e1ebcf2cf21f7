import type { Message, ToolCall } from "../domain/message.ts";
import { joinAssistants, joinQuestions } from "./join-messages.ts";
import { mendArguments, noteLostArguments } from "./lost-arguments.ts";
import { dropStrayResults, pairCalls } from "./pair-calls.ts";
import { type IsReadOnly, settleBatches, settleLastBatch } from "./settle-batches.ts";

/**
 * Makes a loaded history one that every provider accepts: arguments readable, calls and results paired in order, roles
 * alternating. Runs when a history is loaded, never on a message that was sent; what is right keeps its identity.
 */
export function repairHistory(
  history: readonly Message[],
  isReadOnly: IsReadOnly = () => false, // nobody knows: expect the worst
): readonly Message[] {
  const lost = new Set<ToolCall>();
  const settled = settleBatches(inPairs(mendArguments(history, lost)), isReadOnly);
  return noteLostArguments(answered(settled, isReadOnly), lost);
}

/** The same for a history from elsewhere, whose tools need not be ours. */
export function repairForeign(history: readonly Message[], isReadOnly: IsReadOnly): readonly Message[] {
  const lost = new Set<ToolCall>();
  const settled = settleLastBatch(inPairs(mendArguments(history, lost)), isReadOnly);
  return noteLostArguments(answered(settled), lost);
}

/** A message joins a history that is in order; an unanswered question of before becomes part of it. */
export function addToHistory(history: readonly Message[], message: Message): readonly Message[] {
  return answered(inPairs([...history, message]));
}

/** Joining comes twice: a dropped result may have stood between two assistant messages. */
function inPairs(history: readonly Message[]): readonly Message[] {
  return joinAssistants(dropStrayResults(joinAssistants(history)));
}

function answered(history: readonly Message[], isReadOnly?: IsReadOnly): readonly Message[] {
  return joinQuestions(pairCalls(history, isReadOnly));
}
