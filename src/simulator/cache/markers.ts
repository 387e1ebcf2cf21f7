import { isLive, positionsOf, renew, touch } from "./layout.ts";
import type { CacheEntries, CacheUse, Position, PromptLayout } from "./layout.ts";

const hourSeconds = 3_600;

type Rules = { readonly minimum: number; readonly lookBack: number };

/** Anthropic: entries exist only where a marker was, and a marker finds them a limited number of blocks back. */
export function useMarkers(entries: CacheEntries, layout: PromptLayout, rules: Rules, now: number): CacheUse {
  const positions = positionsOf(layout);
  const marked = positions.flatMap((position, index) =>
    position.marker !== null && position.tokens >= rules.minimum ? [index] : [],
  );
  const hit = longestHit(entries, positions, marked, { lookBack: rules.lookBack, now });
  const total = positions.at(-1)?.tokens ?? 0;
  const use = charge(positions, marked, hit?.tokens ?? 0, total);
  if (hit !== null) touch(entries, hit.key, now);
  for (const index of marked) remember(entries, positions[index], now);
  return use;
}

function longestHit(
  entries: CacheEntries,
  positions: readonly Position[],
  marked: readonly number[],
  { lookBack, now }: { readonly lookBack: number; readonly now: number },
): Position | null {
  const hits = marked.flatMap((marker) => {
    const reach = positions.slice(Math.max(0, marker - lookBack + 1), marker + 1);
    const found = reach.findLast(({ key }) => isLive(entries.get(key), now));
    return found === undefined ? [] : [found];
  });
  return hits.reduce<Position | null>((best, hit) => (best === null || hit.tokens > best.tokens ? hit : best), null);
}

/** From the hit to the last marker is written, each stretch for the time its own marker asks for. */
function charge(positions: readonly Position[], marked: readonly number[], read: number, total: number): CacheUse {
  let written = read;
  let writeHour = 0;
  for (const index of marked) {
    const { tokens = 0, marker } = positions[index] ?? {};
    if (tokens <= written) continue;
    if (marker?.ttlSeconds === hourSeconds) writeHour += tokens - written;
    written = tokens;
  }
  return { read, write: written - read, writeHour, plain: total - written };
}

function remember(entries: CacheEntries, position: Position | undefined, now: number): void {
  const ttlSeconds = position?.marker?.ttlSeconds;
  if (position !== undefined && ttlSeconds !== undefined) renew(entries, position.key, ttlSeconds, now);
}
