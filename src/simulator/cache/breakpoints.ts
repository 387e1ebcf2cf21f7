import { isLive, positionsOf, renew, touch } from "./layout.ts";
import type { CacheEntries, CacheUse, Position, PromptLayout } from "./layout.ts";

type Rules = { readonly minimum: number; readonly lifeSeconds: number };

const writesPerRequest = 4;

/** OpenAI from 5.6 on: exact hits at earlier breakpoints, one of which is the end of each request by itself. */
export function useBreakpoints(entries: CacheEntries, layout: PromptLayout, rules: Rules, now: number): CacheUse {
  const positions = positionsOf(layout);
  const total = positions.at(-1)?.tokens ?? 0;
  const read = positions.findLast(({ key }) => isLive(entries.get(key), now))?.tokens ?? 0;
  const written = breakpointsOf(positions, layout.implicit).filter(({ tokens }) => tokens >= rules.minimum);
  for (const { key } of positions) touch(entries, key, now);
  for (const { key, marker } of written) renew(entries, key, marker?.ttlSeconds ?? rules.lifeSeconds, now);
  const end = Math.max(read, written.at(-1)?.tokens ?? 0);
  return { read, write: end - read, writeHour: 0, plain: total - end };
}

function breakpointsOf(positions: readonly Position[], implicit: boolean): readonly Position[] {
  const explicit = positions.filter(({ marker }) => marker !== null);
  const last = positions.at(-1);
  if (!implicit || last === undefined) return explicit.slice(-writesPerRequest);
  return [...explicit.filter((position) => position !== last).slice(1 - writesPerRequest), last];
}
