import type { Log } from "../../domain/log.ts";
import type { MemoryProvider } from "../../domain/memory-provider.ts";
import { isolatedCall } from "./isolated-call.ts";
import type { Held, ProviderHost, ProviderHostDeps } from "./provider-host.ts";
import { safeRecall } from "./safe-recall.ts";

const limitsMs = { turnStart: 1_000, prefetch: 8_000 } as const;

/** Asking the provider about a question. While one call hangs, later turns do without. */
export function createRecall(held: Held, deps: ProviderHostDeps): Pick<ProviderHost, "recall" | "recallStatus"> {
  const { log, scan, ownWords = (text) => text } = deps;
  const hanging = new Set<MemoryProvider>();
  let turns = 0;
  const prefetch = async (provider: MemoryProvider, query: string, sessionId: string, signal: AbortSignal) => {
    hanging.add(provider);
    try {
      return await provider.prefetch?.(query, { sessionId, signal });
    } finally {
      hanging.delete(provider);
    }
  };
  return {
    recall: async ({ userMessage, sessionId, signal }) => {
      const { provider } = held;
      const query = ownWords(userMessage)?.trim() ?? "";
      if (provider === null || query === "") return null;
      turns += 1;
      const begin = () => provider.onTurnStart?.(turns, query);
      await isolatedCall("onTurnStart", begin, { ms: limitsMs.turnStart, signal }, deps);
      if (hanging.has(provider)) return null;
      const ask = (inTime: AbortSignal) => prefetch(provider, query, sessionId, inTime);
      const text = await isolatedCall("prefetch", ask, { ms: limitsMs.prefetch, signal }, deps);
      const safe = safeRecall(text ?? "", scan);
      return safe === "" ? null : safe;
    },
    recallStatus: () => statusOf(held.provider, log),
  };
}

function statusOf(provider: MemoryProvider | null, log: Log): ReturnType<ProviderHost["recallStatus"]> {
  try {
    return provider?.recallStatus?.() ?? null;
  } catch (error) {
    log("warning", "memory.provider_failed", { call: "recallStatus", error: String(error) });
    return null;
  }
}
