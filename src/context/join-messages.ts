import { callsOf, type AssistantMessage, type Message, type UserMessage } from "../domain/message.ts";

/** Two assistant messages in a row: calls follow each other, texts are joined, the first reasoning stays. */
export function joinAssistants(
  history: readonly Message[],
  staysAlone: (message: Message) => boolean = () => false,
): readonly Message[] {
  return joinNeighbours(history, (first, second) => {
    if (first.role !== "assistant" || second.role !== "assistant") return null;
    return staysAlone(first) || staysAlone(second) ? null : joinedAssistants(first, second);
  });
}

function joinedAssistants(first: AssistantMessage, second: AssistantMessage): AssistantMessage {
  const known = new Set(callsOf(first).map((call) => call.id));
  const calls = [...callsOf(first), ...callsOf(second).filter((call) => !known.has(call.id))];
  const content = [first.content, second.content].filter((text) => text !== "").join("\n");
  // Stored answers that are replayed word for word would each tell only half of this message.
  const { anthropic_content_blocks: _blocks, codex_message_items: _items, ...rest } = { ...second, ...first };
  return { ...rest, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** A question that was never answered and the next one become one, with a blank line between. */
export function joinQuestions(history: readonly Message[]): readonly Message[] {
  return joinNeighbours(history, (first, second) => {
    if (first.role !== "user" || second.role !== "user") return null;
    if (typeof first.content !== "string" || typeof second.content !== "string") return null;
    return { ...unlabelled(first), ...second, content: blankLineBetween(first.content, second.content) };
  });
}

/** Whoever put the first one there, the label of the second holds for both; a person's own words have none. */
function unlabelled({ extra: _extra, ...message }: UserMessage): UserMessage {
  return message;
}

/** The same for contents with images, which only the wire joins. */
export function joinUsers(history: readonly Message[]): readonly Message[] {
  return joinNeighbours(history, (first, second) =>
    first.role === "user" && second.role === "user" ? joinedUsers(first, second) : null,
  );
}

function joinedUsers(first: UserMessage, second: UserMessage): UserMessage {
  if (typeof first.content === "string" && typeof second.content === "string")
    return { ...unlabelled(first), ...second, content: blankLineBetween(first.content, second.content) };
  return { ...unlabelled(first), ...second, content: [...partsOf(first), ...partsOf(second)] };
}

function blankLineBetween(first: string, second: string): string {
  return [first, second].filter((text) => text !== "").join("\n\n");
}

function partsOf({ content }: UserMessage): Exclude<UserMessage["content"], string> {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

function joinNeighbours(
  history: readonly Message[],
  join: (first: Message, second: Message) => Message | null,
): readonly Message[] {
  const joined: Message[] = [];
  for (const message of history) {
    const last = joined.at(-1);
    const both = last === undefined ? null : join(last, message);
    if (both === null) joined.push(message);
    else joined[joined.length - 1] = both;
  }
  return joined.length === history.length ? history : joined;
}
