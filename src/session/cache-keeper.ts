import { createHash } from "node:crypto";
import type { CacheWatch } from "../agent/cache-watch/cache-watch.ts";
import type { CacheKeeper } from "../agent/turn-state.ts";
import type { CachePlan, CacheTail, CacheTtl } from "../domain/cache.ts";
import type { Pauses } from "../domain/cache-state.ts";
import { cacheRates } from "../domain/cost.ts";
import type { Runtime } from "../domain/runtime.ts";
import {
  historyReplaced,
  isBridgeable,
  missedTokens,
  newPauses,
  pauseBefore,
  requestSent,
  turnBegan,
  type TurnStart,
} from "./adaptive-ttl.ts";

export type CacheSettings = {
  readonly enabled: boolean;
  readonly strategy: "anchored" | "system_and_3";
  readonly ttl: CacheTtl;
  readonly systemTtl: CacheTtl | "auto";
  /** Whether pauses decide the life of what is cached, or only make a suggestion. */
  readonly adaptiveTtl: "on" | "suggest" | "off";
  /** Somebody sits in front of it and comes back. */
  readonly isInteractive: boolean;
};

type TurnBeginning = Omit<TurnStart, "rates">;

/** An hour would have paid for the pause that just ended; `usd` where the model has a price. */
type TtlSuggestion = { readonly missedTokens: number; readonly usd: number | null };

export type KeptTail = CacheKeeper & {
  readonly tail: () => CacheTail | null;
  readonly pauses: () => Pauses;
  /** A person's message is about to be answered. */
  readonly turnBegins: (turn: TurnBeginning) => TtlSuggestion | null;
};

type Start = {
  readonly tail: CacheTail | null;
  readonly pauses: Pauses | null;
  readonly watch: CacheWatch;
  readonly key: () => string;
};

const longestUseful = 3_600; // seconds: who stays away longer gains nothing from an hour

/** Remembers between requests where the last marker stood; the session writes it down when a turn ends. */
export function createCacheKeeper(active: () => Runtime, settings: CacheSettings, start: Start): KeptTail {
  let tail = start.tail;
  let pauses = start.pauses ?? newPauses(settings.isInteractive);
  let suggested = false;
  const ttl = (): CacheTtl => (settings.adaptiveTtl === "on" && pauses.ttl === "1h" ? "1h" : settings.ttl);
  return {
    tail: () => tail,
    pauses: () => pauses,
    plan: (): CachePlan => {
      const kind = settings.enabled ? active().traits.caching.kind : "none";
      return {
        strategy: kind === "markers" ? settings.strategy : "off",
        ttl: ttl(),
        systemTtl: systemTtl(settings, pauses),
        tail,
        key: kind === "automatic" ? start.key() : null,
      };
    },
    keep: (next, sentSeconds) => {
      tail = next ?? tail;
      pauses = requestSent(pauses, sentSeconds);
    },
    forget: (changed = "history") => {
      tail = null;
      if (changed === "runtime") return;
      pauses = historyReplaced(pauses);
      if (changed === "history") start.watch.forget(); // else the next request itself shows what is gone
    },
    watch: start.watch,
    turnBegins: (turn) => {
      const rates = cacheRates(active().prices);
      const pause = pauseBefore(pauses, turn.nowSeconds);
      pauses = turnBegan(pauses, { ...turn, rates });
      const isMarked = settings.enabled && active().traits.caching.kind === "markers";
      const wants = isMarked && settings.adaptiveTtl === "suggest" && pauses.ttl === "1h" && ttl() === "5m";
      if (suggested || !wants || !isBridgeable(pause)) return null;
      suggested = true;
      return suggestion(missedTokens(pauses, turn.contextTokens, rates), active());
    },
  };
}

function systemTtl({ systemTtl: chosen, isInteractive }: CacheSettings, { last }: Pauses): CacheTtl {
  if (chosen !== "auto") return chosen;
  return isInteractive && (last ?? 0) <= longestUseful ? "1h" : "5m";
}

function suggestion(missed: number, { prices }: Runtime): TtlSuggestion {
  return { missedTokens: missed, usd: prices === undefined ? null : (missed * prices.input) / 1_000_000 };
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
