import type { ModelRequest } from "../../domain/model-client.ts";
import type { ApiMode, Runtime } from "../../domain/runtime.ts";

/** Limits a user set in the environment or in the agent's settings; null leaves the rule in force. */
export type TimeLimitSettings = {
  readonly requestMs: number | null; // HERMES_API_TIMEOUT
  readonly streamReadMs: number | null; // HERMES_STREAM_READ_TIMEOUT
  readonly streamStaleMs: number | null; // HERMES_STREAM_STALE_TIMEOUT
  readonly callStaleMs: number | null; // HERMES_API_CALL_STALE_TIMEOUT
  readonly localStreamStaleMs: number | null; // agent.local_stream_stale_timeout
  readonly firstByteMs: number | null; // HERMES_CODEX_TTFB_TIMEOUT_SECONDS
  readonly eventGapMs: number | null; // HERMES_CODEX_EVENT_STALE_TIMEOUT_SECONDS
  readonly hardCapMs: number | null; // HERMES_CODEX_HARD_TIMEOUT_SECONDS
};

export const noTimeLimitSettings: TimeLimitSettings = {
  requestMs: null,
  streamReadMs: null,
  streamStaleMs: null,
  callStaleMs: null,
  localStreamStaleMs: null,
  firstByteMs: null,
  eventGapMs: null,
  hardCapMs: null,
};

/** All limits of one call. Infinity: none. */
export type TimeLimits = {
  readonly requestMs: number;
  readonly connectMs: number;
  /** Without any event of the answer. */
  readonly firstMs: number;
  /** Between two events. */
  readonly gapMs: number;
};

const seconds = 1_000;
const requestMs = 1_800 * seconds;
const connectMs: Readonly<Record<ApiMode, number>> = {
  chat_completions: 30 * seconds,
  codex_responses: 30 * seconds,
  anthropic_messages: 10 * seconds,
};
const localStreamStaleMs = 900 * seconds;
const streamReadMs = 120 * seconds;
const firstByteMs = 120 * seconds;
const chatGptHost = "chatgpt.com";

type Steps = readonly (readonly [aboveTokens: number, ms: number])[]; // the last step that is passed counts

const streamStale: Steps = [
  [-1, 180 * seconds],
  [50_000, 240 * seconds],
  [100_000, 300 * seconds],
];
const callStale: Steps = [
  [-1, 90 * seconds],
  [50_000, 150 * seconds],
  [100_000, 240 * seconds],
];
const eventGap: Steps = [
  [-1, 12 * seconds],
  [10_000, 60 * seconds],
  [50_000, 120 * seconds],
  [100_000, 180 * seconds],
];
const chatGptStale: Steps = [
  [-1, 0],
  [10_000, 600 * seconds],
  [50_000, 900 * seconds],
  [100_000, 1_200 * seconds],
];
const chatGptCapMs = 1_500 * seconds;

/** Models that think in silence, by the beginning of their name; the longest entry that fits counts. */
const reasoningFloors: readonly (readonly [prefix: string, ms: number])[] = [
  ["o1", 600 * seconds],
  ["o3", 600 * seconds],
  ["o3-pro", 600 * seconds],
  ["o3-mini", 300 * seconds],
  ["o4-mini", 300 * seconds],
  ["deepseek-r1", 600 * seconds],
  ["deepseek-reasoner", 600 * seconds],
  ["deepseek-v4", 600 * seconds],
  ["nemotron-3-ultra", 600 * seconds],
  ["nemotron-3-super", 600 * seconds],
  ["grok-4.5", 300 * seconds],
  ["grok-5", 300 * seconds],
  ["qwq-32b", 300 * seconds],
  ["claude-opus-4", 240 * seconds],
  ["claude-opus-5", 240 * seconds],
  ["claude-sonnet-4.5", 180 * seconds],
  ["claude-sonnet-4-5", 180 * seconds],
  ["claude-sonnet-4.6", 180 * seconds],
  ["claude-sonnet-4-6", 180 * seconds],
  ["claude-sonnet-5", 180 * seconds],
  ["qwen3", 180 * seconds],
];
const grokReasoning = /^grok-4.*-reasoning/;

/** How long a model known to think may stay silent, or null for one that is not. */
export function reasoningFloorMs(model: string): number | null {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  if (grokReasoning.test(name) && !name.includes("non-reasoning")) return 300 * seconds;
  const fits = reasoningFloors.filter(
    ([prefix]) => name.startsWith(prefix) && !/^[a-z0-9]/.test(name.slice(prefix.length)),
  );
  return fits.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null;
}

/** The time limits of agent-loop 6.3. What the user set, for the model or in the environment, is taken as it is. */
export function timeLimits(request: ModelRequest, settings: TimeLimitSettings): TimeLimits {
  const { timeouts, apiMode, traits } = request.runtime;
  const whole = orNone(timeouts.requestMs ?? settings.requestMs ?? requestMs);
  const base = {
    requestMs: isChatGpt(request.runtime) ? Math.min(whole, settings.hardCapMs ?? chatGptCapMs) : whole,
    connectMs: timeouts.requestMs === null ? connectMs[apiMode] : Math.min(orNone(timeouts.requestMs), 60 * seconds),
  };
  if (!traits.streaming) return { ...base, ...same(callSilence(request, settings)) };
  if (apiMode === "codex_responses") return { ...base, ...responsesSilence(request, settings) };
  return { ...base, ...same(streamSilence(request, settings, whole)) };
}

function same(ms: number): Pick<TimeLimits, "firstMs" | "gapMs"> {
  return { firstMs: ms, gapMs: ms };
}

/** The read gap is never below the stale limit, so it only counts where staleness is switched off with 0. */
function streamSilence(request: ModelRequest, settings: TimeLimitSettings, whole: number): number {
  const { timeouts, traits } = request.runtime;
  const stale = timeouts.staleMs ?? settings.streamStaleMs ?? staleRule(request, settings);
  if (stale > 0) return stale;
  return timeouts.streamReadMs ?? settings.streamReadMs ?? (traits.local ? whole : streamReadMs);
}

function staleRule({ runtime, contextTokens }: ModelRequest, settings: TimeLimitSettings): number {
  if (runtime.traits.local) return settings.localStreamStaleMs ?? localStreamStaleMs;
  return Math.max(stepFor(contextTokens, streamStale), reasoningFloorMs(runtime.model) ?? 0);
}

function callSilence({ runtime, contextTokens }: ModelRequest, settings: TimeLimitSettings): number {
  const explicit = runtime.timeouts.staleMs ?? settings.callStaleMs;
  if (explicit !== null) return orNone(explicit);
  if (runtime.traits.local) return Infinity;
  return Math.max(stepFor(contextTokens, callStale), reasoningFloorMs(runtime.model) ?? 0);
}

/** Responses streams report progress all the time, except on local servers and by models that think in silence. */
function responsesSilence(request: ModelRequest, settings: TimeLimitSettings): Pick<TimeLimits, "firstMs" | "gapMs"> {
  const { runtime, contextTokens } = request;
  if (runtime.timeouts.staleMs !== null && runtime.timeouts.staleMs > 0) return same(runtime.timeouts.staleMs);
  if (runtime.traits.local) return same(staleRule(request, settings));
  const chatGpt = isChatGpt(runtime) ? stepFor(contextTokens, chatGptStale) : 0;
  const floor = Math.max(reasoningFloorMs(runtime.model) ?? 0, chatGpt);
  return {
    firstMs: orNone(settings.firstByteMs ?? Math.max(firstByteMs, floor)),
    gapMs: orNone(settings.eventGapMs ?? Math.max(stepFor(contextTokens, eventGap), floor)),
  };
}

/** 0 switches a limit off. */
function orNone(ms: number): number {
  return ms > 0 ? ms : Infinity;
}

function stepFor(tokens: number, steps: Steps): number {
  return steps.findLast(([above]) => tokens > above)?.[1] ?? 0;
}

function isChatGpt({ baseUrl }: Runtime): boolean {
  return URL.parse(baseUrl)?.hostname === chatGptHost;
}
