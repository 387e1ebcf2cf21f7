import type { CacheTtl } from "../domain/cache.ts";
import type { Pauses } from "../domain/cache-state.ts";
import type { CacheRates } from "../domain/cost.ts";

const fiveMinutes = 300;
const oneHour = 3_600;
const newest = 0.3; // weight of the newest observation
const hysteresis = 1.25;
const restSeconds = 600; // between two switches

/** A person who was never seen to pause is expected to, now and then; a machine is not. */
export function newPauses(isPerson: boolean): Pauses {
  return {
    share: isPerson ? 0.1 : 0,
    appended: null,
    context: null,
    used_at: null,
    last: null,
    ttl: "5m",
    switched_at: null,
  };
}

export type TurnStart = {
  readonly nowSeconds: number;
  readonly contextTokens: number;
  readonly rates: CacheRates;
  /** A context of so many tokens is compressed: what is written now is thrown away before the next pause. */
  readonly isFull: (tokens: number) => boolean;
};

/** What the pause before this turn says. An hour pays when the share of such pauses beats what it costs to write for one. */
export function turnBegan(before: Pauses, start: TurnStart): Pauses {
  const { nowSeconds, contextTokens } = start;
  const seen = observed(before, nowSeconds, contextTokens);
  const ttl = seen.last === null ? seen.ttl : betterTtl(seen, start);
  const rested = seen.switched_at === null || nowSeconds - seen.switched_at >= restSeconds;
  return ttl === seen.ttl || !rested ? seen : { ...seen, ttl, switched_at: nowSeconds };
}

export function requestSent(pauses: Pauses, nowSeconds: number): Pauses {
  return { ...pauses, used_at: nowSeconds };
}

/** What the turn adds can no longer be told from how the context grew. */
export function historyReplaced(pauses: Pauses): Pauses {
  return { ...pauses, context: null };
}

/** Plain tokens that this pause cost with five minutes and would not have cost with an hour. */
export function missedTokens({ appended }: Pauses, contextTokens: number, rates: CacheRates): number {
  const missed = (rates.write - rates.read) * contextTokens - (rates.writeHour - rates.write) * (appended ?? 0);
  return Math.max(0, Math.round(missed));
}

/** Whether the newest pause is one that an hour would have bridged. */
export function isBridgeable(pauseSeconds: number | null): boolean {
  return pauseSeconds !== null && pauseSeconds > fiveMinutes && pauseSeconds <= oneHour;
}

export function pauseBefore({ used_at: usedAt }: Pauses, nowSeconds: number): number | null {
  return usedAt === null ? null : nowSeconds - usedAt;
}

function observed(before: Pauses, nowSeconds: number, contextTokens: number): Pauses {
  const pause = pauseBefore(before, nowSeconds);
  const grown = before.context === null ? null : contextTokens - before.context;
  return {
    ...before,
    share: pause === null ? before.share : blend(before.share, isBridgeable(pause) ? 1 : 0),
    appended: grown === null || grown <= 0 ? before.appended : blend(before.appended ?? grown, grown),
    context: contextTokens,
    last: pause !== null && pause > fiveMinutes ? pause : before.last,
  };
}

function betterTtl({ share, appended, ttl }: Pauses, { contextTokens, rates, isFull }: TurnStart): CacheTtl {
  if (appended === null || contextTokens === 0 || isFull(contextTokens + appended)) return ttl;
  const { read, write, writeHour } = rates;
  const needed = ((writeHour - write) / Math.max(write - read, Number.EPSILON)) * (appended / contextTokens);
  if (share > needed * hysteresis) return "1h";
  return share < needed / hysteresis ? "5m" : ttl;
}

function blend(old: number, value: number): number {
  return old * (1 - newest) + value * newest;
}
