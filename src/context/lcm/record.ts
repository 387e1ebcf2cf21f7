import type { CompressionRecord, CompressionTrigger } from "../../domain/context-engine.ts";

export const engineName = "lcm";

export type BatchFacts = {
  readonly trigger: CompressionTrigger;
  readonly outcome: string;
  readonly startedMs: number;
  readonly nowMs: number;
  readonly before: BatchSize;
  readonly after: BatchSize;
  /** New nodes, how many of them by rules, and how often a model was asked. */
  readonly nodes: number;
  readonly byRules: number;
  readonly calls: number;
};

type BatchSize = { readonly messages: number; readonly tokens: number };

/** One line about a batch: figures alone. */
export function batchRecord(facts: BatchFacts): CompressionRecord {
  const { before, after, nodes, byRules, calls } = facts;
  return {
    event: "compression",
    engine: engineName,
    trigger: facts.trigger,
    outcome: facts.outcome,
    messages_before: before.messages,
    messages_after: after.messages,
    tokens_before: before.tokens,
    tokens_after: after.tokens,
    saved_ratio: before.tokens === 0 ? 0 : 1 - after.tokens / before.tokens,
    duration_ms: facts.nowMs - facts.startedMs,
    chunks: nodes,
    fallback_used: byRules > 0 && calls > 0,
    ...(nodes === 0 ? {} : { summary_path: byRules === nodes ? "deterministic" : "auxiliary" }),
  };
}
