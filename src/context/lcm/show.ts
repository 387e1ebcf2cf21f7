import { callsOf, textOf, type AssistantMessage, type Content, type Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { describeImages } from "../compressor/cut-result.ts";
import type { Scales } from "../compressor/weigh.ts";

const largest = 12_000; // characters of a result that is shown whole
const [first, last] = [4_000, 2_000];
const ownTools = /^lcm_/;

/** Results that are too large are shown by their ends and the row that holds the rest; the same object for the same message. */
export function createShow(rowOf: (message: Message) => RowId | null): (message: Message) => Message {
  const known = new WeakMap<Message, Message>();
  return (message) => {
    if (message.role !== "tool" || ownTools.test(message.name) || !isLarge(message.content)) return message;
    const row = rowOf(message);
    if (row === null) return message; // nowhere to read the rest
    const made = known.get(message) ?? { ...message, content: shortened(message.content, row) };
    known.set(message, made);
    return made;
  };
}

function isLarge(content: Content): boolean {
  if (typeof content === "string") return content.length > largest;
  return content.some((part) => part.type === "text" && part.text.length > largest);
}

function shortened(content: Content, row: RowId): Content {
  const cut = (text: string): string => (text.length > largest ? ends(text, first, last, row) : text);
  if (typeof content === "string") return cut(content);
  return content.map((part) => (part.type === "text" ? { ...part, text: cut(part.text) } : part));
}

/** The two ends of a text and where the rest is. */
function ends(text: string, head: number, tail: number, row: RowId | null): string {
  if (text.length <= head + tail) return text;
  const left = text.length - head - tail;
  const where = row === null ? "" : `; lcm_expand message_id=${row}`;
  const end = tail === 0 ? "" : `\n${text.slice(-tail).toWellFormed()}`;
  return `${text.slice(0, head).toWellFormed()}\n…[${left} characters left out${where}]…${end}`;
}

const ladder = [3_000, 1_000, 300, 80, 0];

/** The last resort: texts of results and replies get shorter until the list fits. What a person said stays whole. */
export function squeezed(
  tail: readonly Message[],
  room: number,
  scales: Scales,
  rowOf: (message: Message) => RowId | null,
): readonly Message[] {
  if (scales.list(tail) <= room) return tail;
  let made = tail;
  for (const most of ladder) {
    made = tail.map((message) => pressed(message, most, rowOf(message)));
    if (scales.list(made) <= room) return made;
  }
  return made;
}

function pressed(message: Message, most: number, row: RowId | null): Message {
  if (message.role === "user") return message;
  if (message.role === "tool")
    return { ...message, content: pressedText(textOf(describeImages(message.content)), most, row) };
  return pressedReply(message, most, row);
}

function pressedText(text: string, most: number, row: RowId | null): string {
  if (most > 0) return ends(text, most, 0, row);
  return text === "" || row === null ? text.slice(0, 1).toWellFormed() : `[#${row}]`;
}

/** Thinking is signed over the whole reply: of a shortened one it would be refused. */
function pressedReply(message: AssistantMessage, most: number, row: RowId | null): Message {
  const calls = callsOf(message).map((call) => ({
    ...call,
    function: { ...call.function, arguments: pressedArguments(call.function.arguments, most) },
  }));
  const { content, timestamp, extra } = message;
  return {
    role: "assistant",
    content: content.length <= most ? content : pressedText(content, most, row),
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(extra === undefined ? {} : { extra }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function pressedArguments(text: string, most: number): string {
  if (text.length <= Math.max(most, 40)) return text;
  return most === 0 ? "{}" : JSON.stringify({ cut: text.slice(0, most).toWellFormed() });
}
