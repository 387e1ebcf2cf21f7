import { createCacheWatch } from "../agent/cache-watch/cache-watch.ts";
import type { CacheState } from "../domain/cache-state.ts";
import type { Runtime } from "../domain/runtime.ts";
import { createCacheKeeper, type KeptTail } from "./cache-keeper.ts";
import type { SessionDeps } from "./session-deps.ts";

const nothing: CacheState = { tail: null, pauses: null, last: null, spending: null };

/** The keeper of a conversation's cache, with what an earlier process wrote down of it. */
export function conversationCache(
  { cache, parent, resume }: Pick<SessionDeps, "cache" | "parent" | "resume">,
  active: () => Runtime,
  key: () => string,
): KeptTail {
  const { tail, pauses, last, spending } = resume?.cache_state ?? nothing;
  const watch = createCacheWatch({ isNew: resume === null, last, spending });
  const isInteractive = cache.isInteractive && parent === null; // a child is asked by a program, which does not pause
  return createCacheKeeper(active, { ...cache, isInteractive }, { tail, pauses, watch, key });
}

/** What the next process of the conversation should know. */
export function stateOf({ tail, pauses, watch }: KeptTail): CacheState {
  return { tail: tail(), pauses: pauses(), last: watch.last(), spending: watch.spending() };
}
