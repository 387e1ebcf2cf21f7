import type { ModelDelta } from "../../../domain/model-client.ts";
import { isReceived, type Received, stringIn } from "../received.ts";
import { readableReasoning } from "../reasoning-text.ts";
import { holdHalf } from "../surrogates.ts";

/** What came of thinking so far. */
export type Thought = {
  /** For people. */
  readonly text: string;
  readonly held: string;
  /** As received, for endpoints that want it back. */
  readonly content: string;
  readonly details: readonly unknown[];
};

export type ReasoningDelta = {
  readonly reasoning: string;
  readonly content: string;
  readonly details: readonly unknown[];
  readonly blocks: string;
};

export const noThought: Thought = { text: "", held: "", content: "", details: [] };

/** Servers repeat the same words under several keys; the first in the order of agent-loop 4.4 is shown. */
export function addReasoning(thought: Thought, delta: ReasoningDelta): readonly [Thought, readonly ModelDelta[]] {
  const chunk = delta.reasoning || delta.content || readableReasoning(delta.details) || delta.blocks;
  const spaced = startsGluedHeading(thought.text, chunk) ? `\n\n${chunk}` : chunk;
  const [whole, half] = holdHalf(thought.held + spaced);
  const next = {
    text: thought.text + spaced,
    held: half,
    content: thought.content + delta.content,
    details: delta.details.reduce(addDetail, thought.details),
  };
  return [next, whole === "" ? [] : [{ type: "reasoning", text: whole }]];
}

/** Summaries arrive as sections whose bold titles stick to the text before them. */
function startsGluedHeading(before: string, chunk: string): boolean {
  if (!/^\*\*[^*\s]/.test(chunk) || before === "" || /\s$/.test(before)) return false;
  return before.split("**").length % 2 === 1; // an odd number of pieces: no bold text is open
}

const textKeys: Readonly<Record<string, string>> = { "reasoning.text": "text", "reasoning.summary": "summary" };

/** A streamed detail comes in pieces of the same type and index; its text grows, its other fields arrive when they do. */
function addDetail(details: readonly unknown[], piece: unknown): readonly unknown[] {
  const last = details.at(-1);
  if (!isReceived(piece) || !isReceived(last) || !continues(last, piece)) return [...details, piece];
  const key = textKeys[stringIn(piece, "type")] ?? "text";
  const given = Object.fromEntries(Object.entries(piece).filter(([, value]) => value !== null && value !== undefined));
  return details.with(details.length - 1, { ...last, ...given, [key]: stringIn(last, key) + stringIn(piece, key) });
}

function continues(last: Received, piece: Received): boolean {
  const type = stringIn(piece, "type");
  return type in textKeys && last["type"] === type && last["index"] === piece["index"];
}
