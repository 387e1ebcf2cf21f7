import { callsOf, textOf, type Message } from "../../src/domain/message.ts";
import type { Prompt, Turn } from "../../src/simulator/prompt.ts";

/** What is wrong with a history (agent-loop 4.2, I-1 to I-5, I-7 to I-9). */
export function historyProblems(history: readonly Message[], questions: ReadonlySet<string>): readonly string[] {
  return [
    ...(history.length > 0 && history[0]?.role !== "user" ? ["I-1: the history does not begin with a question"] : []),
    ...history.flatMap((message, at) => neighbourProblems(message, history[at + 1])),
    ...history.flatMap((message, at) => pairingProblems(message, history.slice(at + 1))),
    ...history.flatMap((message, at) => (at < history.length - 1 ? emptinessProblems(message) : [])),
    ...history.flatMap((message) => scaffoldProblems(message, questions)),
    ...brokenText(history.map(({ content }) => content)).map(
      (text) => `I-7: a lone surrogate in ${JSON.stringify(text.slice(0, 80))}`,
    ),
  ];
}

function neighbourProblems(message: Message, next: Message | undefined): readonly string[] {
  if (next === undefined || next.role === "tool") return [];
  const hasCalls = callsOf(message).length > 0;
  return message.role === next.role && !hasCalls ? [`I-1: two ${message.role} messages in a row`] : [];
}

function pairingProblems(message: Message, rest: readonly Message[]): readonly string[] {
  if (message.role === "tool") return [];
  const end = rest.findIndex(({ role }) => role !== "tool");
  const results = (end === -1 ? rest : rest.slice(0, end)).flatMap((each) =>
    each.role === "tool" ? [each.tool_call_id] : [],
  );
  const ids = callsOf(message).map(({ id }) => id);
  if (new Set(ids).size < ids.length) return [`I-4: the same call id twice in ${ids.join(", ")}`];
  return ids.join("\n") === results.join("\n")
    ? []
    : [`I-2: calls [${ids.join(", ")}], results [${results.join(", ")}]`];
}

function emptinessProblems(message: Message): readonly string[] {
  if (message.role === "tool" || textOf(message.content).trim() !== "" || callsOf(message).length > 0) return [];
  if (message.role === "user") return ["I-5: an empty question"];
  const payloads = [
    message.reasoning,
    message.reasoning_content,
    message.reasoning_details,
    message.codex_reasoning_items,
  ];
  return payloads.some((payload) => payload !== undefined && payload !== null) ? [] : ["I-5: an empty answer"];
}

function scaffoldProblems(message: Message, questions: ReadonlySet<string>): readonly string[] {
  if (message.role !== "user") return [];
  const strange = questionsIn(textOf(message.content)).filter((part) => !questions.has(part));
  return strange.map((part) => `I-8: nobody said ${JSON.stringify(part.slice(0, 80))}`);
}

/** A question may be joined with one that was never answered, and compression says in front what it left out. */
export function questionsIn(text: string): readonly string[] {
  return text.split("\n\n").filter((part) => !/^\[\d+ earlier messages were left out\./u.test(part));
}

/** What is wrong with a request that its vendor does not mind (I-1 and I-6). */
export function promptProblems({ mode, turns }: Prompt): readonly string[] {
  if (mode === "codex_responses") return []; // held items are sent as the assistant's, as often as needed
  const [last] = turns.slice(-1);
  return [
    ...(last?.role === "assistant" ? ["I-6: the request ends with the assistant's words"] : []),
    ...turns.flatMap((turn, at) => (sameSpeaker(turn, turns[at + 1]) ? [`I-1: ${turn.role} speaks twice`] : [])),
  ];
}

function sameSpeaker(turn: Turn, next: Turn | undefined): boolean {
  return turn.role !== "tool" && turn.role === next?.role;
}

/** Strings that are no text, also inside the arguments of a call, which its vendor reads. */
export function brokenText(value: unknown, key = ""): readonly string[] {
  if (typeof value === "string") {
    if (!value.isWellFormed()) return [value];
    return key === "arguments" && value.includes(String.raw`\ud`) ? brokenText(parsed(value)) : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => [...brokenText(name), ...brokenText(inner, name)]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a text that only looks like JSON
  }
}
