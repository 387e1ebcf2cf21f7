import type { RunOptions } from "../commands/run-options.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Runtime } from "../domain/runtime.ts";
import { cacheStatusLine } from "../provider/cache-status-line.ts";
import { createImageShrinker } from "../provider/images/image-shrinker.ts";
import type { ModelMemory } from "../provider/catalog/model-memory.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { reasoningSetting } from "./reasoning-setting.ts";
import { staleGiveUp, type Environment } from "./time-limit-settings.ts";

type Parts = {
  readonly settings: Settings;
  readonly runtime: Runtime;
  readonly memory: ProcessMemory;
  readonly models: ModelMemory;
  /** Somebody stays: between their questions the agent may look back on its own. */
  readonly looksBack: boolean;
  readonly isInteractive: boolean;
};

function reviewIntervals({ memory, skills }: Settings) {
  return { memoryTurns: memory.nudge_interval, skillSteps: skills.creation_nudge_interval };
}

function cacheSettings(caching: Settings["prompt_caching"], isInteractive: boolean) {
  return {
    enabled: caching.enabled,
    strategy: caching.strategy,
    ttl: caching.cache_ttl,
    systemTtl: caching.system_ttl,
    adaptiveTtl: caching.adaptive_ttl,
    isInteractive,
  };
}

/** The part of a session that follows from settings and flags alone. */
export function sessionSettings(
  { settings, runtime, memory, models, looksBack, isInteractive }: Parts,
  options: RunOptions,
  env: Environment,
) {
  const { agent, prompt_caching: caching, model } = settings;
  return {
    limits: {
      maxSteps: agent.max_turns === "none" ? Infinity : agent.max_turns,
      maxAttempts: Math.max(1, agent.api_max_retries),
      runBudgetMs: agent.run_budget_seconds === 0 ? null : agent.run_budget_seconds * 1_000,
      staleGiveUp: staleGiveUp(env),
      maxCostUsd: agent.max_cost_usd === 0 ? null : agent.max_cost_usd,
    },
    replyRules: {
      emptyGuard: agent.empty_response_guard.enabled,
      stallGuards: agent.stall_guards,
      intentAck: agent.intent_ack_continuation,
    },
    calibration: models.factors,
    endpoints: memory.endpoints,
    shrinkImage: createImageShrinker(),
    cache: cacheSettings(caching, isInteractive),
    cacheLine: cacheStatusLine(runtime, caching.enabled ? caching.cache_ttl : null),
    reasoning: reasoningSetting(agent.reasoning_effort),
    maxTokens: model.max_tokens === "auto" ? null : model.max_tokens,
    memoryRules: {
      flushMinTurns: settings.memory.flush_min_turns,
      reviews: looksBack && settings.auxiliary.background_review.enabled ? reviewIntervals(settings) : null,
    },
    replaysRecall: settings.memory.recall_replay === "exact",
    refreshPrompt: settings.prompt.refresh_on_compression,
    systemMessage: options.system ?? (agent.system_message === "" ? null : agent.system_message),
  } satisfies Partial<SessionDeps>;
}
