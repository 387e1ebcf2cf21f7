import type { SentPrompt } from "../../domain/cache.ts";
import type { ModelReply, ModelRequest } from "../../domain/model-client.ts";
import type { Usage } from "../../domain/usage.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import type { CacheReport } from "./verdict.ts";

const enough = 0.8;

/** One line of the log per answered request, and a word to the person when the cache did not serve it as it should have. */
export function reportCache(
  reply: ModelReply,
  request: ModelRequest,
  sentSeconds: number,
  { turn, deps }: { readonly turn: TurnState; readonly deps: TurnDeps },
): void {
  const { usage, sent } = reply;
  if (usage === null || sent === undefined || sent === null) return;
  const report = deps.cache.watch.observe({ sent, runtime: request.runtime, usage, sentSeconds });
  const { cause, missedTokens, costUsd, firstDivergence, expectedRead } = report;
  deps.log("debug", "cache", { ...placeOf(turn, request, sent), ...tokensOf(usage, request), ...fieldsOf(report) });
  if (missedTokens > 0 && usage.cache_read_tokens < enough * expectedRead)
    deps.emit({ type: "cache.broken", cause, missedTokens, costUsd, firstDivergence });
}

/** Sizes, places and causes; never a word of what was said. */
function placeOf({ sessionId, turnId, steps }: TurnState, { runtime, cache }: ModelRequest, sent: SentPrompt) {
  const { system, messages, markers } = sent;
  return {
    session_id: sessionId,
    turn_id: turnId,
    step: steps,
    model: runtime.model,
    provider: runtime.provider,
    strategy: cache.strategy,
    markers: markers.map(({ section, block, ttl }) => ({
      section,
      block,
      of: (section === "system" ? system : messages).length,
      ttl,
    })),
  };
}

function tokensOf(usage: Usage, { contextTokens }: ModelRequest) {
  const hour = usage.cache_write_1h_tokens ?? 0;
  return {
    prompt_tokens: usage.prompt_tokens,
    read: usage.cache_read_tokens,
    write_5m: usage.cache_write_tokens - hour,
    write_1h: hour,
    plain: usage.input_tokens,
    ledger_error: contextTokens - usage.prompt_tokens,
  };
}

function fieldsOf({ expectedRead, cause, firstDivergence, missedTokens, costUsd }: CacheReport) {
  return {
    expected_read: expectedRead,
    break: cause,
    first_divergence: firstDivergence,
    missed_tokens: missedTokens,
    cost_usd: costUsd,
  };
}
