import type { Message } from "../../domain/message.ts";
import { middleOf, tailOfRegion, type Region, type TailRules, type Weights } from "./boundaries.ts";
import { hasCalls, inFlightStart, isSummary, lastAsked } from "./kinds.ts";

/** How the summary stands between head and tail: as a message of its own, or in front of the first message kept. */
export type Placement = {
  readonly region: Region;
  readonly as: "assistant" | "user" | "merged";
};

type Role = Message["role"] | undefined;
const shifts = [1, 2, -1, -2] as const;
const leastTail = 3;

/** Moves the cut by a message or two where no role fits; merging is the last resort. Null: nothing fits at all. */
export function placeSummary(
  messages: readonly Message[],
  region: Region,
  weights: Weights,
  rules: TailRules,
): Placement | null {
  const as = fittingRole(messages, region);
  if (as !== null) return { region, as };
  if (region.hoisted === null) {
    const lastSummary = messages.findLastIndex(isSummary);
    for (const shift of shifts) {
      const moved = { ...region, tailStart: region.tailStart + shift };
      const role = mayCutAt(messages, moved, lastSummary) ? fittingRole(messages, moved) : null;
      if (role !== null && weights.from(moved.tailStart) <= rules.softTail) return { region: moved, as: role };
    }
  }
  return lastResort(messages, region);
}

/** Which role keeps the turns alternating, for the wire and for templates that see only what was said. */
function fittingRole(messages: readonly Message[], region: Region): "assistant" | "user" | null {
  const tail = tailOfRegion(messages, region);
  const before = messages[region.headEnd - 1]?.role;
  const after = tail[0]?.role;
  const saidBefore = messages.slice(0, region.headEnd).findLast(isSaid)?.role;
  const saidAfter = tail.find(isSaid)?.role;
  const neighbours: readonly Role[] = [before, after, saidBefore, saidAfter];
  if (region.headEnd > 0 && !neighbours.includes("assistant")) return "assistant";
  return !neighbours.includes("user") && (before !== "tool" || saidAfter === "assistant") ? "user" : null;
}

function isSaid(message: Message): boolean {
  return message.role !== "tool" && !hasCalls(message);
}

function mayCutAt(messages: readonly Message[], region: Region, lastSummary: number): boolean {
  const { headEnd, tailStart } = region;
  const asked = lastAsked(messages);
  return (
    tailStart > Math.max(headEnd, lastSummary) &&
    messages.length - tailStart >= leastTail &&
    messages[tailStart]?.role !== "tool" &&
    (asked < headEnd || asked >= tailStart) &&
    tailStart <= inFlightStart(messages) &&
    middleOf(messages, region).some((message) => !isSummary(message))
  );
}

/** A message whose stored blocks are sent as they came cannot take in more; a user message before a call is sent by all. */
function lastResort(messages: readonly Message[], region: Region): Placement | null {
  const [first] = tailOfRegion(messages, region);
  if (first === undefined || first.role === "tool") return null;
  const isBound = first.role === "assistant" && region.tailStart >= inFlightStart(messages) && isReplayed(first);
  if (!isBound && (region.headEnd > 0 || first.role === "user")) return { region, as: "merged" };
  return messages[region.headEnd - 1]?.role === "user" ? null : { region, as: "user" };
}

export function isReplayed(message: Message): boolean {
  if (message.role !== "assistant") return false;
  const { reasoning_details, anthropic_content_blocks, codex_reasoning_items, codex_message_items } = message;
  const payloads = [reasoning_details, anthropic_content_blocks, codex_reasoning_items, codex_message_items];
  return payloads.some((items) => items !== undefined && items.length > 0);
}
