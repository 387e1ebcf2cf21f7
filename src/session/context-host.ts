import type { ContextHost } from "../agent/turn-state.ts";
import { guardedEngine, type EngineFailed } from "../context/engines/guarded-engine.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { LeaseTable } from "../store/store.ts";
import type { Conversation } from "./conversation.ts";
import type { CompressionSettings, LearnedSizes } from "./session-deps.ts";

type HostParts = {
  readonly leases: LeaseTable;
  readonly log: Log;
  /** The engine is somebody's own and threw. */
  readonly failed: EngineFailed;
  readonly beforeCompression: ContextHost["beforeCompression"];
  /** The history was replaced by a shorter one. */
  readonly compacted: () => void;
};

/** The engine of one session, with the lock and the memory around it. */
export function createContextHost(
  conversation: () => Conversation, // the session may begin anew before its first turn
  { engine, enabled, maxRounds, lockTtlMs, learned }: CompressionSettings,
  { leases, log, failed, beforeCompression, compacted }: HostParts,
): ContextHost {
  const unreleased = (error: unknown): void => log("warning", "compression.lock_kept", { error: String(error) });
  return {
    engine: guardedEngine(engine, failed),
    enabled,
    maxRounds,
    narrowNoticed: false,
    weakRounds: 0,
    lock: async () => {
      const lease = await leases.acquire(`compression:${conversation().id}`, lockTtlMs);
      return lease === null ? null : { [Symbol.asyncDispose]: () => lease.release().catch(unreleased) };
    },
    beforeCompression,
    learn: (runtime, contextLength) => learned.set(sizeKey(runtime), contextLength),
    sized: (runtime) => withLearnedSize(runtime, learned),
    movedTo: async (sessionId) => {
      const moved = await conversation().movedTo(sessionId);
      compacted();
      return moved;
    },
  };
}

export function withLearnedSize(runtime: Runtime, learned: LearnedSizes): Runtime {
  const size = learned.get(sizeKey(runtime)) ?? Infinity;
  return size < runtime.contextLength ? { ...runtime, contextLength: size } : runtime;
}

function sizeKey({ model, baseUrl }: Runtime): string {
  return `${model}@${baseUrl}`;
}
