import { freshEngineState, type EngineState } from "../../domain/context-engine.ts";
import type { SummaryFailure } from "./summary-failure.ts";

const shortMs = 60_000;
const longMs = 600_000;
const timeoutMs = [60_000, 300_000, 900_000] as const;
const mostStrikes = 2;
const probeGrowth = 0.2; // of the trigger
const probeAfterMs = 300_000;

type Moment = { readonly nowMs: number; readonly tokens: number };

/** Why an automatic run must not start; null: it may. */
export function blockedBy(state: EngineState, { nowMs, tokens }: Moment, trigger: number): string | null {
  if (nowMs < state.cooldownUntilMs) return `cooldown:${Math.ceil((state.cooldownUntilMs - nowMs) / 1_000)}`;
  if (state.pausedAt === null) return null;
  const grown = tokens - state.pausedAt.tokens;
  const isTimeToProbe = grown >= trigger * probeGrowth || (nowMs - state.pausedAt.atMs >= probeAfterMs && grown > 0);
  return isTimeToProbe ? null : "ineffective";
}

/** A run that saved too little, or found nothing to save. Two in a row pause automatic runs. */
export function struck(state: EngineState, { nowMs, tokens }: Moment): EngineState {
  const strikes = state.strikes + 1;
  return { ...state, strikes, pausedAt: strikes < mostStrikes ? null : { tokens, atMs: nowMs } };
}

/** A run that saved enough; the next real usage confirms it or not, so one strike is remembered until then. */
export function succeeded(state: EngineState): EngineState {
  return { ...freshEngineState, strikes: Math.min(state.strikes, mostStrikes - 1) };
}

export function confirmed(state: EngineState): EngineState {
  return state.strikes === 0 && state.pausedAt === null ? state : { ...state, strikes: 0, pausedAt: null };
}

/** How long automatic runs wait after a failure of this kind. */
export function failed(state: EngineState, failure: SummaryFailure, moment: Moment): EngineState {
  const timeouts = failure === "timeout" ? state.timeouts + 1 : 0;
  const cool = cooldownMs(failure, timeouts);
  const cooled = {
    ...state,
    timeouts,
    cooldownUntilMs: moment.nowMs + cool,
    cooldownReason: failure,
    failedAtMs: moment.nowMs,
  };
  return isRejection(failure) ? struck(cooled, moment) : cooled;
}

/** Whether a model that failed a moment ago should be left alone. */
export function failedJustNow({ failedAtMs }: EngineState, nowMs: number): boolean {
  return failedAtMs !== undefined && nowMs - failedAtMs < shortMs;
}

function cooldownMs(failure: SummaryFailure, timeouts: number): number {
  switch (failure) {
    case "no_provider":
    case "auth":
      return longMs;
    case "timeout":
      return timeoutMs[Math.min(timeouts, timeoutMs.length) - 1] ?? shortMs;
    case "cancelled":
      return 0;
    default:
      return shortMs;
  }
}

function isRejection(failure: SummaryFailure): boolean {
  return failure === "empty" || failure === "rejected" || failure === "would_grow" || failure === "invalid";
}
