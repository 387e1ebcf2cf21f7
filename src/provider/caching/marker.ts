import type { CacheTail, CacheTtl } from "../../domain/cache.ts";

/** What a block carries to end a cached prefix; five minutes is what endpoints take without `ttl`. */
export type CacheMark = { readonly type: "ephemeral"; readonly ttl?: "1h" };

export type BlockAt = { readonly message: number; readonly block: number };

/** Stands for the message itself: an empty message of the envelope layout has no block to mark. */
export const messageLevel = -1;

export function cacheMark(ttl: CacheTtl): CacheMark {
  return ttl === "1h" ? { type: "ephemeral", ttl } : { type: "ephemeral" };
}

/** A lowered conversation as the strategies see it; messages before `first` are system text. */
export type CacheView = {
  readonly hasSystem: boolean;
  readonly first: number;
  readonly count: number;
  /** The block nearest to this one, itself or an earlier one of the same message, that may carry a marker. */
  readonly nearest: (message: number, block: number) => number | null;
  /** Where `system_and_3` marks the last so many messages of the history; null: one that carries no marker. */
  readonly lastPlaces: (room: number) => readonly (BlockAt | null)[];
  /** Of a message up to and including one of its blocks. */
  readonly fingerprint: (at: BlockAt) => string;
};

/** What the strategies are told about the conversation. */
export type Placing = {
  readonly tail: CacheTail | null;
  readonly route: string;
  /** Last block of the newest real user message. */
  readonly anchor: BlockAt | null;
};

export type Strategy = (view: CacheView, placing: Placing) => readonly BlockAt[];
