import type { Runtime } from "../domain/runtime.ts";
import { noDescribedImages } from "./described-images.ts";
import { createSmallerImages } from "./smaller-images.ts";
import type { Purse, SessionRuntime } from "./turn-state.ts";

/** A session that has not talked to anybody yet. */
export function newSessionRuntime(active: Runtime, purse: Purse = { spentUsd: 0 }): SessionRuntime {
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
