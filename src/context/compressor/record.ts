import type { CompressionRecord, CompressionRequest } from "../../domain/context-engine.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { Usage } from "../../domain/usage.ts";
import type { LadderResult } from "./ask-summary.ts";
import type { Plan } from "./plan.ts";
import type { Scales } from "./weigh.ts";
import type { WrittenSummary } from "./write-summary.ts";

export const engineName = "compressor";

/** What is known of a run when it ends, in whatever way. */
export type Facts = {
  readonly request: CompressionRequest;
  readonly runtime: Runtime;
  readonly trigger: number;
  readonly scales: Scales;
  readonly startedMs: number;
  readonly nowMs: number;
  readonly outcome: string;
  readonly failure: string | null;
  readonly plan: Plan | null;
  readonly asked: { readonly ladder: LadderResult; readonly ms: number } | null;
  readonly summary: WrittenSummary | null;
  readonly after: CompressionRequest["messages"] | null;
};

/** One line about a run: figures and names, never a word of the conversation. The host adds ids and what the commit took. */
export function recordOf(facts: Facts): CompressionRecord {
  const { request, runtime, scales, plan } = facts;
  const fixed = scales.system(request.system) + scales.tools(request.tools);
  const before = fixed + scales.list(request.messages);
  const after = facts.after === null ? before : fixed + scales.list(facts.after);
  return {
    event: "compression",
    engine: engineName,
    trigger: request.trigger,
    outcome: facts.outcome,
    failure_class: facts.failure,
    main_model: runtime.model,
    main_provider: runtime.provider,
    context_length: runtime.contextLength,
    trigger_tokens: facts.trigger,
    tokens_before: request.currentTokens,
    tokens_after: before === 0 ? 0 : Math.round((request.currentTokens * after) / before), // as the ledger would count
    saved_ratio: before === 0 ? 0 : 1 - after / before,
    messages_before: request.messages.length,
    messages_after: facts.after?.length ?? request.messages.length,
    ...regionFigures(plan, scales),
    ...summaryFigures(facts),
    duration_ms: facts.nowMs - facts.startedMs,
    summary_ms: facts.asked?.ms ?? 0,
    focus: request.focusTopic !== null,
  };
}

function regionFigures(plan: Plan | null, scales: Scales) {
  return {
    head_tokens: plan === null ? 0 : scales.list(plan.head),
    middle_tokens: plan === null ? 0 : scales.list(plan.middle),
    tail_tokens: plan === null ? 0 : scales.list(plan.tail),
    hoisted: plan !== null && plan.placement.region.hoisted !== null,
    pruned_results: plan?.pruned.results ?? 0,
    dedup_results: plan?.pruned.repeated ?? 0,
    truncated_args: plan?.pruned.arguments ?? 0,
  };
}

function summaryFigures({ plan, asked, summary }: Facts) {
  const answer = asked?.ladder.result.kind === "answered" ? asked.ladder.result : null;
  return {
    summary_path: pathName(answer, summary),
    ...answerFigures(answer, asked),
    summary_budget: plan === null ? 0 : plan.budget,
    summary_tokens: summary === null ? 0 : summary.tokens,
    appendix_tokens: summary === null ? 0 : summary.appendixTokens,
    ...spentFigures(asked),
  };
}

function answerFigures(answer: Answer | null, asked: Facts["asked"]) {
  if (answer === null) return { summary_model: null, summary_provider: null, chunks: 0, fallback_used: false };
  const { by, chunks } = answer;
  const fallback_used = asked !== null && asked.ladder.failed.length > 0;
  return { summary_model: by.model, summary_provider: by.provider, chunks, fallback_used };
}

function spentFigures(asked: Facts["asked"]) {
  if (asked === null) return { summary_usage: null, summary_cost_usd: null };
  const { usage, costUsd } = asked.ladder.spent;
  return { summary_usage: usage === null ? null : usageFigures(usage), summary_cost_usd: costUsd };
}

function usageFigures(usage: Usage) {
  return {
    input: usage.input_tokens,
    cache_read: usage.cache_read_tokens,
    cache_write: usage.cache_write_tokens,
    output: usage.output_tokens,
  };
}

type Answer = Extract<LadderResult["result"], { readonly kind: "answered" }>;

function pathName(answer: Answer | null, summary: WrittenSummary | null): string | null {
  if (summary === null) return null;
  if (answer === null) return "deterministic";
  if (answer.path === "same-prefix") return "same_prefix";
  return answer.chunks > 1 ? "chunked" : "auxiliary";
}
