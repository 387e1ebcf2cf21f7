import type { CompressionRequest } from "../../domain/context-engine.ts";
import { textOf, type Message, type SummaryMark } from "../../domain/message.ts";
import {
  findRegion,
  headEndOf,
  middleOf,
  regionOfExchanges,
  tailOfRegion,
  weightsOf,
  type TailRules,
} from "./boundaries.ts";
import { callsById } from "./cut-result.ts";
import { isSummary } from "./kinds.ts";
import { summaryBudget, tailOf, type Numbers } from "./numbers.ts";
import { placeSummary, type Placement } from "./placement.ts";
import { prune, type Pruned } from "./prune.ts";
import type { Source } from "./source-text.ts";
import { joinBodies } from "./template.ts";
import { unmerge, type Placed } from "./unmerge.ts";
import type { Scales } from "./weigh.ts";

/** Everything about a compression that is known before anybody is asked for a summary. */
export type Plan = {
  readonly messages: readonly Message[];
  readonly placed: readonly Placed[];
  readonly placement: Placement;
  readonly head: readonly Message[];
  /** What is replaced, earlier summaries left out. */
  readonly middle: readonly Message[];
  readonly tail: readonly Message[];
  readonly pruned: Pruned;
  readonly sources: readonly Source[];
  readonly previous: Previous | null;
  readonly contentTokens: number;
  readonly budget: number;
};

type Previous = { readonly body: string; readonly marks: readonly SummaryMark[] };

type Wanted = Pick<CompressionRequest, "messages" | "trigger" | "keepExchanges" | "idOf">;
type Frame = { readonly numbers: Numbers; readonly protectLast: number; readonly scales: Scales };

const manualTailShare = 0.3;
const manualProtect = 3;

/** Null: between the head and what stays there is nothing to sum up. */
export function planCompression(wanted: Wanted, { numbers, protectLast, scales }: Frame): Plan | null {
  const placed = unmerge(wanted.messages);
  const messages = placed.map(({ message }) => message);
  const rules = { tail: numbers.tail, softTail: numbers.softTail, protectLast: Math.max(1, protectLast) };
  const placement =
    wanted.keepExchanges === undefined
      ? (place(messages, scales, rules) ?? (wanted.trigger === "manual" ? placeSmaller(messages, scales) : null))
      : placeExchanges(messages, scales, wanted.keepExchanges);
  if (placement === null) return null;
  const idOf = wanted.idOf ?? (() => null);
  const { region } = placement;
  const isInside = (index: number): boolean =>
    index >= region.headEnd && index < region.tailStart && index !== region.hoisted;
  const pruned = prune(messages, { isInside, calls: callsById(messages), idOf });
  const sources = messages.flatMap((original, index): readonly Source[] =>
    isInside(index) && !isSummary(original) ? [{ original, pruned: pruned.messages[index] ?? original }] : [],
  );
  const contentTokens = scales.list(sources.map((source) => source.pruned));
  return {
    messages,
    placed,
    placement,
    head: messages.slice(0, region.headEnd),
    middle: middleOf(messages, region).filter((message) => !isSummary(message)),
    tail: tailOfRegion(messages, region),
    pruned,
    sources,
    previous: previousIn(messages),
    contentTokens,
    budget: summaryBudget(contentTokens, numbers),
  };
}

function place(messages: readonly Message[], scales: Scales, rules: TailRules): Placement | null {
  const weights = weightsOf(messages, scales.message);
  const region = findRegion(messages, weights, rules);
  return region === null ? null : placeSummary(messages, region, weights, rules);
}

/** Somebody asked for it: a short conversation gets a shorter tail. */
function placeSmaller(messages: readonly Message[], scales: Scales): Placement | null {
  const behindHead = weightsOf(messages, scales.message).from(headEndOf(messages));
  const limits = tailOf(Math.floor(behindHead * manualTailShare));
  return place(messages, scales, { ...limits, protectLast: manualProtect });
}

function placeExchanges(messages: readonly Message[], scales: Scales, exchanges: number): Placement | null {
  const region = regionOfExchanges(messages, exchanges);
  const fixed = { tail: 0, softTail: 0, protectLast: 1 }; // what was asked for is kept: the cut is not moved
  return region === null ? null : placeSummary(messages, region, weightsOf(messages, scales.message), fixed);
}

/** What earlier summaries say, from the list alone: nothing can come over from another conversation. */
function previousIn(messages: readonly Message[]): Previous | null {
  const summaries = messages.filter(isSummary);
  if (summaries.length === 0) return null;
  const marks = summaries.flatMap((message) => (message.role !== "tool" && message.extra?.summary) || []);
  const bodies = summaries.map(
    (message) => (message.role === "tool" ? undefined : message.extra?.summary?.body) ?? textOf(message.content),
  );
  return { body: joinBodies(bodies), marks };
}
