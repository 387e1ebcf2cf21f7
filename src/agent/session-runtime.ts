import type { ToolSchema } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { DescribedImages } from "./described-images.ts";
import type { SmallerImages } from "./smaller-images.ts";
import { noDescribedImages } from "./described-images.ts";
import { createSmallerImages } from "./smaller-images.ts";

/** What a session knows about the runtime it talks to; it outlives the turn. */
export type SessionRuntime = {
  active: Runtime;
  readonly recoveries: Map<string, number>; // uses of each strategy in this session
  readonly purse: Purse;
  staleStreak: number; // requests in a row that ended in silence
  /** The provider does not take its own encrypted reasoning back; stored rows keep it. */
  encryptedReplayDisabled: boolean;
  /** The tool list without what a grammar could not express; null: as it was frozen. */
  plainTools: readonly ToolSchema[] | null;
  readonly images: SmallerImages;
  readonly described: DescribedImages; // images in words
};

/** What a conversation, its children and side work have spent together, as far as it has a price. */
export type Purse = {
  spentUsd: number;
  /** False: something in it had no price. */
  isWhole: boolean;
};

export const newPurse = (): Purse => ({ spentUsd: 0, isWhole: true });

/** A session that has not talked to anybody yet. */
export function newSessionRuntime(active: Runtime, purse: Purse = newPurse()): SessionRuntime {
  return {
    active,
    purse,
    recoveries: new Map(),
    staleStreak: 0,
    encryptedReplayDisabled: false,
    plainTools: null,
    images: createSmallerImages(),
    described: noDescribedImages(),
  };
}
