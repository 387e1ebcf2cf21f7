import { createHash } from "node:crypto";
import type { CacheKeeper } from "../agent/turn-state.ts";
import type { CachePlan, CacheTail, CacheTtl } from "../domain/cache.ts";
import type { Runtime } from "../domain/runtime.ts";

export type CacheSettings = {
  readonly enabled: boolean;
  readonly strategy: "anchored" | "system_and_3";
  readonly ttl: CacheTtl;
};

export type KeptTail = CacheKeeper & { readonly tail: () => CacheTail | null };

/** Remembers between requests where the last marker stood; the session writes it down when a turn ends. */
export function createCacheKeeper(
  active: () => Runtime,
  settings: CacheSettings,
  start: { readonly tail: CacheTail | null; readonly key: () => string },
): KeptTail {
  let tail = start.tail;
  return {
    tail: () => tail,
    plan: (): CachePlan => {
      const kind = settings.enabled ? active().traits.caching.kind : "none";
      return {
        strategy: kind === "markers" ? settings.strategy : "off",
        ttl: settings.ttl,
        systemTtl: settings.ttl,
        tail,
        key: kind === "automatic" ? start.key() : null,
      };
    },
    keep: (next) => void (tail = next ?? tail),
    forget: () => void (tail = null),
  };
}

/** The same for a conversation as long as its prompt and tools keep their bytes, whatever session id it has by then. */
export function promptCacheKeys(conversationId: string, toolsHash: string): (promptText: string) => string {
  let last = { text: "", key: "" };
  return (text) => {
    if (text === last.text) return last.key;
    const parts = [conversationId, sha256(text), toolsHash].join("\0");
    last = { text, key: `pck_${sha256(parts).slice(0, 24)}` };
    return last.key;
  };
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
