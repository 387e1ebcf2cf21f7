import { callsOf, ownContent, textOf, type Message } from "../../domain/message.ts";
import { inFlightStart, isSummary, lastAsked } from "./kinds.ts";

/** What a shorter list must never get wrong, whatever was in the longer one. The names of the broken rules. */
export function violations(before: readonly Message[], after: readonly Message[]): readonly string[] {
  const rules: readonly (readonly [string, boolean])[] = [
    ["calls and results", arePaired(after)],
    ["alternation", alternates(before, after)],
    ["newest request", keepsQuestion(before, after)],
    ["in-flight group", keepsInFlight(before, after)],
    ["one summary", after.filter((message) => isSummary(message) || isMerged(message)).length === 1],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}

function isMerged(message: Message): boolean {
  return message.role !== "tool" && message.extra?.merged_summary === true;
}

/** Each batch of results stands behind its calls, in their order; only the last may be incomplete. */
function arePaired(messages: readonly Message[]): boolean {
  const inFlight = inFlightStart(messages);
  let expected: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const [next, ...rest] = expected;
      if (next !== message.tool_call_id && (index < inFlight || !expected.includes(message.tool_call_id))) return false;
      expected = index < inFlight ? rest : expected.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (expected.length > 0) return false;
    expected = callsOf(message).map((call) => call.id);
  }
  return true;
}

/** No two of a kind side by side, unless they already were: what was given is not this engine's to mend. */
function alternates(before: readonly Message[], after: readonly Message[]): boolean {
  if (after[0]?.role !== "user" && before[0]?.role === "user") return false;
  const known = new Set<Message>(before.filter((message, index) => message.role === before[index + 1]?.role));
  return after.every((message, index) => {
    const next = after[index + 1];
    return message.role === "tool" || message.role !== next?.role || (known.has(message) && !isSummary(next));
  });
}

function keepsQuestion(before: readonly Message[], after: readonly Message[]): boolean {
  const asked = before[lastAsked(before)];
  if (asked === undefined) return true;
  const kept = after[lastAsked(after)];
  return kept !== undefined && textOf(ownContent(kept)) === textOf(ownContent(asked));
}

function keepsInFlight(before: readonly Message[], after: readonly Message[]): boolean {
  const group = before.slice(inFlightStart(before));
  const end = after.slice(after.length - group.length);
  return group.every((message, index) => {
    const kept = end[index];
    return kept !== undefined && kept.role === message.role && textOf(ownContent(kept)) === textOf(ownContent(message));
  });
}
