import { isLive, positionsOf, renew } from "./layout.ts";
import type { CacheEntries, CacheUse, PromptLayout } from "./layout.ts";

type Rules = {
  readonly minimum: number;
  readonly step: number;
  readonly idleSeconds: number;
  readonly retainedSeconds: number | null;
};

/** OpenAI before 5.6: every prefix that was sent is remembered for a while, and writing costs nothing extra. */
export function useLongestPrefix(entries: CacheEntries, layout: PromptLayout, rules: Rules, now: number): CacheUse {
  const positions = positionsOf(layout);
  const total = positions.at(-1)?.tokens ?? 0;
  const hit = positions.findLast(({ key }) => isLive(entries.get(key), now));
  const rounded = Math.floor((hit?.tokens ?? 0) / rules.step) * rules.step;
  const read = rounded >= rules.minimum ? rounded : 0;
  const ttlSeconds = (layout.retained ? rules.retainedSeconds : null) ?? rules.idleSeconds;
  for (const { key } of positions) renew(entries, key, ttlSeconds, now);
  return { read, write: 0, writeHour: 0, plain: total - read };
}
