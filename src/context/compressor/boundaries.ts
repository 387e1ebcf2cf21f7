import type { Message } from "../../domain/message.ts";
import { behindResults, groupStart, inFlightStart, isAsked, isSummary, lastAsked } from "./kinds.ts";
import type { Numbers } from "./numbers.ts";

/** Head `[0, headEnd)`, tail `[tailStart, end)` with the hoisted message in front of it; all between is the middle. */
export type Region = { readonly headEnd: number; readonly tailStart: number; readonly hoisted: number | null };

export type TailRules = Pick<Numbers, "tail" | "softTail"> & { readonly protectLast: number };

/** What the messages weigh, summed from the end: `from[i]` is everything from i on. */
export type Weights = { readonly of: (index: number) => number; readonly from: (index: number) => number };

const headMessages = 2; // the first exchange; the system prompt is no message here
const leastTail = 3;

export function weightsOf(messages: readonly Message[], weigh: (message: Message) => number): Weights {
  const sums = Array.from<number>({ length: messages.length + 1 }).fill(0);
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    sums[index] = (sums[index + 1] ?? 0) + (message === undefined ? 0 : weigh(message));
  }
  const from = (index: number): number => sums[index] ?? 0;
  return { from, of: (index) => from(index) - from(index + 1) };
}

/** The first exchange with all its results. A summary is never part of it: the next one replaces it. */
export function headEndOf(messages: readonly Message[]): number {
  const end = behindResults(messages, Math.min(headMessages, messages.length));
  const summary = messages.findIndex(isSummary);
  return summary === -1 || summary >= end ? end : 0;
}

/** Null: there is nothing between head and tail. */
export function findRegion(messages: readonly Message[], weights: Weights, rules: TailRules): Region | null {
  const headEnd = headEndOf(messages);
  const lastSummary = messages.findLastIndex(isSummary);
  if (lastSummary !== -1 && weights.from(lastSummary + 1) <= rules.softTail) return null; // all that is new may stay
  const first = Math.max(headEnd, lastSummary + 1);
  const walked = walkBack(messages.length, first, weights, rules);
  const aligned = alignTail(messages, walked, weights, rules);
  return checked(messages, withQuestion({ messages, headEnd, tailStart: aligned }, weights, rules));
}

/** The tail is the last exchanges, however much they weigh. */
export function regionOfExchanges(messages: readonly Message[], exchanges: number): Region | null {
  const headEnd = headEndOf(messages);
  const asked = messages.flatMap((message, index) => (isAsked(message) ? [index] : []));
  const tailStart = asked.at(-Math.max(1, exchanges));
  return tailStart === undefined ? null : checked(messages, { headEnd, tailStart, hoisted: null });
}

/** Whatever the budget takes and one message across its edge; then up to the wished number; then three at any price. */
function walkBack(end: number, first: number, { from }: Weights, rules: TailRules): number {
  const { tail, softTail, protectLast } = rules;
  let start = end;
  while (start > first && from(start - 1) <= tail) start -= 1;
  if (start > first && from(start - 1) <= softTail) start -= 1;
  while (start > first && end - start < protectLast && from(start - 1) <= softTail) start -= 1;
  return Math.max(first, Math.min(start, end - leastTail));
}

/** A group is kept whole or not at all; one in flight always is. */
function alignTail(messages: readonly Message[], start: number, { from }: Weights, { softTail }: TailRules): number {
  if (messages[start]?.role !== "tool") return start;
  const back = groupStart(messages, start);
  const forward = behindResults(messages, start);
  const keeps = from(back) <= softTail || back >= inFlightStart(messages);
  return keeps || messages.length - forward < leastTail ? back : forward;
}

type Cut = { readonly messages: readonly Message[]; readonly headEnd: number; readonly tailStart: number };

/** The newest request of the person stays word for word: in the tail where that fits, otherwise carried to its front. */
function withQuestion({ messages, headEnd, tailStart }: Cut, { from }: Weights, { softTail }: TailRules): Region {
  const asked = lastAsked(messages);
  if (asked < headEnd || asked >= tailStart) return { headEnd, tailStart, hoisted: null };
  const follows = messages.findLastIndex(isSummary) < asked;
  if (follows && from(asked) <= softTail) return { headEnd, tailStart: asked, hoisted: null };
  return { headEnd, tailStart, hoisted: asked };
}

/** Only what has not been summed up before is worth a summary. */
function checked(messages: readonly Message[], region: Region): Region | null {
  const { headEnd, tailStart, hoisted } = region;
  if (tailStart <= headEnd) return null;
  const isNew = messages
    .slice(headEnd, tailStart)
    .some((message, index) => headEnd + index !== hoisted && !isSummary(message));
  return isNew ? region : null;
}

/** The messages between head and tail, in order. */
export function middleOf(messages: readonly Message[], { headEnd, tailStart, hoisted }: Region): readonly Message[] {
  return messages.slice(headEnd, tailStart).filter((_, index) => headEnd + index !== hoisted);
}

export function tailOfRegion(messages: readonly Message[], { tailStart, hoisted }: Region): readonly Message[] {
  const carried = hoisted === null ? undefined : messages[hoisted];
  return [...(carried === undefined ? [] : [carried]), ...messages.slice(tailStart)];
}
