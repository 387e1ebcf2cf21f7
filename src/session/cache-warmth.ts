import type { CacheTtl } from "../domain/cache.ts";
import type { Clock } from "../domain/clock.ts";
import type { Usage } from "../domain/usage.ts";

/** Whether what the last request left with the provider is still there. */
export type CacheWarmth = {
  readonly heard: (usage: Usage) => void;
  readonly isWarm: () => boolean;
  /** Until nine tenths of its life are over; 0: it is cold. */
  readonly restMs: () => number;
  /** Another model, or another beginning: nothing of it is cached. */
  readonly forget: () => void;
};

const lifeMs: Readonly<Record<CacheTtl, number>> = { "5m": 300_000, "1h": 3_600_000 };
const shareOfLife = 0.9;

/** `lastUsedAtMs` is what an earlier process wrote down; whether it had a hit is not known, so it is believed. */
export function createCacheWarmth(clock: Clock, ttl: () => CacheTtl, lastUsedAtMs: number | null): CacheWarmth {
  let last = lastUsedAtMs === null ? null : { atMs: lastUsedAtMs, hit: true };
  const ageMs = (): number => (last?.hit === true ? clock.now() - last.atMs : Infinity);
  return {
    heard: ({ cache_read_tokens: read }) => void (last = { atMs: clock.now(), hit: read > 0 }),
    isWarm: () => ageMs() < lifeMs[ttl()],
    restMs: () => Math.max(0, lifeMs[ttl()] * shareOfLife - ageMs()),
    forget: () => void (last = null),
  };
}
