import { simulatorPhrases as phrases } from "../../text/phrases/simulator.ts";
import type { Prompt, Turn } from "../prompt.ts";
import type { ReplySource } from "../reply-source.ts";
import type { ScriptReply } from "../scenario.ts";
import { planCall } from "./plan-call.ts";
import type { Plan } from "./plan-call.ts";
import { readResult } from "./read-result.ts";
import type { ResultView } from "./read-result.ts";
import { understand } from "./understand.ts";

/**
 * The model that is none: it follows plain requests by calling the offered tools, one after the other, and quotes what
 * came back. All it knows is in the request, so it needs no memory between turns.
 */
export const offlineModel: ReplySource = (prompt) => ({ kind: "play", reply: replyTo(prompt), fault: null });

function replyTo({ turns, tools }: Prompt): ScriptReply {
  const asked = turns.findLastIndex(({ role }) => role === "user");
  const question = turns[asked]?.text ?? "";
  const wishes = understand(question);
  const known = wishes.filter((wish) => wish.kind !== "unknown");
  if (known.length === 0) return { text: `${phrases.introduction}\n\n${phrases.howToConnect}` };
  const plans = known.map((wish) => planCall(wish, tools));
  const results = resultsIn(turns.slice(asked + 1));
  const next = results.some(({ problem }) => problem !== null) ? undefined : openPlan(plans, results.length);
  if (next?.call !== undefined && next.call !== null) return { text: next.what, tool_calls: [next.call] };
  const unknown = wishes.flatMap((wish) => (wish.kind === "unknown" ? [wish.words] : []));
  return { text: report(plans, results, unknown) };
}

/** The first plan whose call was not made yet. */
function openPlan(plans: readonly Plan[], made: number): Plan | undefined {
  return plans.filter(({ call }) => call !== null)[made];
}

function resultsIn(turns: readonly Turn[]): readonly ResultView[] {
  return turns.flatMap((turn) => (turn.role === "tool" ? [readResult(turn.text)] : []));
}

function report(plans: readonly Plan[], results: readonly ResultView[], unknown: readonly string[]): string {
  const left = [...results];
  const steps = plans.map((plan) => outcomeOf(plan, plan.call === null ? undefined : left.shift()));
  const rests = plans.flatMap(({ rest }) => (rest === null ? [] : [rest]));
  const gaps = [...rests, ...unknown].map((words) => phrases.notUnderstood(words));
  return [...steps, ...gaps, phrases.signature].join("\n\n");
}

function outcomeOf({ what, call }: Plan, result: ResultView | undefined): string {
  if (call === null) return phrases.toolMissing(what);
  if (result === undefined) return phrases.notTried(what);
  if (result.problem !== null) return [phrases.failed(what, result.problem), ...block(result.lines)].join("\n\n");
  return result.lines.length === 0 ? phrases.nothingCameBack(what) : phrases.quoted(what, block(result.lines).join(""));
}

/** A result that is nothing but its error has been told already. */
function block(lines: readonly string[]): readonly string[] {
  const isJson = lines.length === 1 && (lines[0]?.startsWith('{"error"') ?? false);
  return lines.length === 0 || isJson ? [] : [lines.map((line) => `    ${line}`).join("\n")];
}
