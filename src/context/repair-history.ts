import { callsOf, type AssistantMessage, type Message, type ToolMessage, type UserMessage } from "../domain/message.ts";

/**
 * Makes a loaded history one that every provider accepts: calls and results paired in order, roles alternating.
 * Runs when a history is loaded, never on a message that was sent; what is already right keeps its identity.
 */
export function repairHistory(history: readonly Message[]): readonly Message[] {
  return passes.reduce((messages, pass) => pass(messages), history);
}

type Pass = (history: readonly Message[]) => readonly Message[];

// Merging comes twice: a dropped result may have stood between two assistant messages.
const passes: readonly Pass[] = [mergeAssistants, dropStrayResults, mergeAssistants, answerOpenCalls, mergeUsers];

/** Two assistant messages in a row: calls follow each other, texts are joined, the first reasoning stays. */
function mergeAssistants(history: readonly Message[]): readonly Message[] {
  return mergeNeighbours(history, (first, second) =>
    first.role === "assistant" && second.role === "assistant" ? joinAssistants(first, second) : null,
  );
}

function joinAssistants(first: AssistantMessage, second: AssistantMessage): AssistantMessage {
  const known = new Set(callsOf(first).map((call) => call.id));
  const calls = [...callsOf(first), ...callsOf(second).filter((call) => !known.has(call.id))];
  const content = [first.content, second.content].filter((text) => text !== "").join("\n");
  return { ...second, ...first, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** A result stays only behind the assistant message that asked for it, and only the first one. */
function dropStrayResults(history: readonly Message[]): readonly Message[] {
  const open = new Set<string>();
  const kept = history.filter((message) => {
    if (message.role === "tool") return open.delete(message.tool_call_id);
    open.clear();
    for (const call of callsOf(message)) open.add(call.id);
    return true;
  });
  return kept.length === history.length ? history : kept;
}

/** Every call gets its one result, in call order; a missing one says that nobody knows what happened. */
function answerOpenCalls(history: readonly Message[]): readonly Message[] {
  const repaired: Message[] = [];
  for (let at = 0; at < history.length;) {
    const message = history[at];
    if (message === undefined) break;
    repaired.push(message);
    at += 1;
    const calls = callsOf(message);
    if (calls.length === 0) continue;
    const results = resultsAt(history, at);
    repaired.push(...calls.map((call) => results.get(call.id) ?? unknownResult(call.id, call.function.name)));
    at += results.size;
  }
  return same(repaired, history) ? history : repaired;
}

function resultsAt(history: readonly Message[], start: number): ReadonlyMap<string, ToolMessage> {
  const results = new Map<string, ToolMessage>();
  for (let at = start; ; at++) {
    const message = history[at];
    if (message?.role !== "tool") return results;
    results.set(message.tool_call_id, message);
  }
}

function unknownResult(callId: string, name: string): ToolMessage {
  const error = "This call was interrupted. Its effect is unknown: inspect the state before you repeat it.";
  return {
    role: "tool",
    tool_call_id: callId,
    name,
    tool_name: name,
    content: JSON.stringify({ error }),
    effect_disposition: "unknown",
  };
}

/** A question that was never answered and the next one become one, with a blank line between. */
function mergeUsers(history: readonly Message[]): readonly Message[] {
  return mergeNeighbours(history, (first, second) =>
    first.role === "user" && second.role === "user" ? joinUsers(first, second) : null,
  );
}

function joinUsers(first: UserMessage, second: UserMessage): UserMessage {
  if (typeof first.content === "string" && typeof second.content === "string") {
    const content = [first.content, second.content].filter((text) => text !== "").join("\n\n");
    return { ...first, ...second, content };
  }
  return { ...first, ...second, content: [...partsOf(first), ...partsOf(second)] };
}

function partsOf({ content }: UserMessage): Exclude<UserMessage["content"], string> {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

function mergeNeighbours(
  history: readonly Message[],
  join: (first: Message, second: Message) => Message | null,
): readonly Message[] {
  const merged: Message[] = [];
  for (const message of history) {
    const last = merged.at(-1);
    const joined = last === undefined ? null : join(last, message);
    if (joined === null) merged.push(message);
    else merged[merged.length - 1] = joined;
  }
  return same(merged, history) ? history : merged;
}

function same(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((message, index) => message === b[index]);
}
