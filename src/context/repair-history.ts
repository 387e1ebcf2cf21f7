import type { Message, ToolCall } from "../domain/message.ts";
import { joinAssistants, joinQuestions } from "./join-messages.ts";
import { mendArguments, noteLostArguments } from "./lost-arguments.ts";
import { dropStrayResults, pairCalls } from "./pair-calls.ts";

/**
 * Makes a loaded history one that every provider accepts: arguments readable, calls and results paired in order, roles
 * alternating. Runs when a history is loaded, never on a message that was sent; what is right keeps its identity.
 */
export function repairHistory(history: readonly Message[]): readonly Message[] {
  const lost = new Set<ToolCall>();
  return noteLostArguments(inOrder(mendArguments(history, lost)), lost);
}

/** A message joins a history that is in order; an unanswered question of before becomes part of it. */
export function addToHistory(history: readonly Message[], message: Message): readonly Message[] {
  return inOrder([...history, message]);
}

type Pass = (history: readonly Message[]) => readonly Message[];

// Joining comes twice: a dropped result may have stood between two assistant messages.
const passes: readonly Pass[] = [
  (history) => joinAssistants(history),
  dropStrayResults,
  (history) => joinAssistants(history),
  pairCalls,
  joinQuestions,
];

function inOrder(history: readonly Message[]): readonly Message[] {
  return passes.reduce((messages, pass) => pass(messages), history);
}
