import type { CachePlan, CacheTail } from "../../domain/cache.ts";
import type { Marked } from "../protocol.ts";
import { anchored, keptTail } from "./anchored.ts";
import {
  type BlockAt,
  type CacheMark,
  cacheMark,
  type CacheView,
  messageLevel,
  type Placing,
  type Strategy,
} from "./marker.ts";
import { systemAndThree } from "./system-and-3.ts";

/** How one body format carries markers. `strip` and `mark` copy what they change and leave the rest as it is. */
export type CacheLayout<Body> = {
  readonly strip: (body: Body) => Body;
  readonly view: (body: Body, systemBlock: number | null) => CacheView;
  readonly markSystem: (body: Body, block: number, mark: CacheMark) => Body;
  readonly markBlocks: (body: Body, places: readonly BlockAt[], mark: CacheMark) => Body;
};

export type MarkerContext = Omit<Placing, "tail"> & {
  readonly plan: CachePlan;
  /** Last block of the cached prompt; notes and ephemeral blocks behind it are never marked. */
  readonly systemBlock: number | null;
  readonly nowSeconds: number;
};

/** Old markers go, new ones come: the same body gives the same result however often it passes here. */
export function placeMarkers<Body>(layout: CacheLayout<Body>, body: Body, context: MarkerContext): Marked<Body> {
  const { plan, systemBlock } = context;
  const clean = layout.strip(body);
  if (plan.strategy === "off") return { body: clean, tail: null, markers: [] };
  const view = layout.view(clean, systemBlock);
  const places = distinctPlaces(strategyOf(plan)(view, { ...context, ...plan }));
  const long = longLived(places, view, context);
  const short = places.slice(long.length);
  const systemTtl = plan.ttl === "1h" || long.length > 0 ? "1h" : plan.systemTtl;
  const withSystem = systemBlock === null ? clean : layout.markSystem(clean, systemBlock, cacheMark(systemTtl));
  const withLong = layout.markBlocks(withSystem, long, cacheMark("1h"));
  const tailTtl = short.length === 0 && long.length > 0 ? "1h" : plan.ttl;
  return {
    body: layout.markBlocks(withLong, short, cacheMark(plan.ttl)),
    tail: tailOf(view, places, { ...context, plan: { ...plan, ttl: tailTtl } }),
    markers: [
      ...(systemBlock === null ? [] : [{ section: "system" as const, block: systemBlock, ttl: systemTtl }]),
      ...places.map(({ message }, index) => ({
        section: "messages" as const,
        block: message - view.first,
        ttl: index < long.length ? ("1h" as const) : plan.ttl,
      })),
    ],
  };
}

/** A longer life stands in front of a shorter one. What was written for an hour keeps it when five minutes are enough. */
function longLived(places: readonly BlockAt[], view: CacheView, context: MarkerContext): readonly BlockAt[] {
  const { plan } = context;
  if (plan.ttl === "1h") return places;
  const [kept] = plan.tail?.ttl === "1h" ? keptTail(view, { ...context, ...plan }) : [];
  if (kept === undefined) return [];
  return places.filter((at) => at.message < kept.message || (at.message === kept.message && at.block <= kept.block));
}

function strategyOf({ strategy, readOnly }: CachePlan): Strategy {
  if (readOnly === true) return keptTail;
  return strategy === "anchored" ? anchored : systemAndThree;
}

function tailOf(
  view: CacheView,
  places: readonly BlockAt[],
  { plan, route, nowSeconds }: MarkerContext,
): CacheTail | null {
  const last = places.at(-1);
  if (last === undefined || last.block === messageLevel) return null;
  return {
    message_key: view.fingerprint(last),
    message_index: last.message,
    block_index: last.block,
    ttl: plan.ttl,
    last_used_at: nowSeconds,
    route,
  };
}

function distinctPlaces(places: readonly BlockAt[]): readonly BlockAt[] {
  const byPlace = new Map(places.map((at) => [`${at.message}:${at.block}`, at]));
  return [...byPlace.values()].toSorted((a, b) => a.message - b.message || a.block - b.block);
}
