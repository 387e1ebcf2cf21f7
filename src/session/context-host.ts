import type { CompressionLock, ContextHost, HostMemory, SummaryWork } from "../agent/context-host.ts";
import { guardedEngine, type EngineFailed } from "../context/engines/guarded-engine.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { LeaseTable } from "../store/store.ts";
import type { CacheSettings } from "./cache-keeper.ts";
import type { CacheWarmth } from "./cache-warmth.ts";
import { compressionLock } from "./compression-lock.ts";
import type { Conversation } from "./conversation.ts";
import type { CompressionSettings, LearnedSizes } from "./session-deps.ts";

type HostParts = {
  readonly leases: LeaseTable;
  readonly clock: Clock;
  readonly log: Log;
  readonly cache: CacheSettings;
  readonly memory: HostMemory;
  readonly summaries: SummaryWork;
  readonly warmth: CacheWarmth;
  /** How often the conversation was compressed before. */
  readonly count: number;
  /** The engine is somebody's own and threw. */
  readonly failed: EngineFailed;
  readonly beforeCompression: ContextHost["beforeCompression"];
  /** What is sent has become shorter, what is stored has not. */
  readonly viewChanged: (sessionId: string) => Promise<void>;
  /** The history was replaced by a shorter one. */
  readonly compacted: (from: string, to: string) => void;
};

/** The engine of one session, with the lock and the memory around it. */
export function createContextHost(
  conversation: () => Conversation, // the session may begin anew before its first turn
  { seat, enabled, maxRounds, lockTtlMs, learned }: CompressionSettings,
  parts: HostParts,
): ContextHost {
  const { leases, clock, log, cache, memory, summaries, warmth, failed, beforeCompression, compacted } = parts;
  const engine = guardedEngine(seat.engine, failed);
  const watch = { weakRounds: 0, weakTokens: 0, unconfirmed: false, told: new Set<string>(), count: parts.count };
  return {
    engine: {
      ...engine,
      updateFromResponse: (usage) => {
        warmth.heard(usage);
        watch.unconfirmed = false;
        engine.updateFromResponse(usage);
      },
    },
    enabled,
    maxRounds,
    memory,
    summaries,
    watch,
    caching: { strategy: cache.enabled ? cache.strategy : "off", ttl: cache.ttl },
    conversationId: () => conversation().id,
    narrowNoticed: false,
    lock: async (): Promise<CompressionLock | null> => {
      const lease = await leases.acquire(compressionResource(conversation().id), lockTtlMs);
      return lease === null ? null : compressionLock(lease, { ttlMs: lockTtlMs, clock, log });
    },
    holder: () => leases.holder(compressionResource(conversation().id)),
    watermark: () => conversation().newestRow(),
    followed: () => {
      if (!conversation().follow()) return null;
      return { sessionId: conversation().sessionId, history: conversation().history() };
    },
    beforeCompression,
    learn: (runtime, contextLength) => learned.set(sizeKey(runtime), contextLength),
    sized: (runtime) => withLearnedSize(runtime, learned),
    movedTo: async (sessionId, messages) => {
      const from = conversation().sessionId;
      const moved = await conversation().movedTo(sessionId, messages);
      warmth.forget();
      compacted(from, sessionId);
      await engine.onSessionStart?.(sessionId, { boundaryReason: "compression", oldSessionId: from });
      return moved;
    },
    viewChanged: async (sessionId) => {
      warmth.forget();
      await parts.viewChanged(sessionId).catch((error: unknown) => {
        log("warning", "compression.uncounted", { error: String(error) });
      });
    },
  };
}

function compressionResource(conversationId: string): string {
  return `compression:${conversationId}`;
}

export function withLearnedSize(runtime: Runtime, learned: LearnedSizes): Runtime {
  const size = learned.get(sizeKey(runtime)) ?? Infinity;
  return size < runtime.contextLength ? { ...runtime, contextLength: size } : runtime;
}

function sizeKey({ model, baseUrl }: Runtime): string {
  return `${model}@${baseUrl}`;
}
