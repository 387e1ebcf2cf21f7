import type { ContextHost } from "../agent/turn-state.ts";
import { guardedEngine, type EngineFailed } from "../context/engines/guarded-engine.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { LeaseTable } from "../store/store.ts";
import type { Conversation } from "./conversation.ts";
import type { CompressionSettings, LearnedSizes } from "./session-deps.ts";

export type ContextEvents = {
  readonly failed: EngineFailed;
  /** The history was replaced by a shorter one. */
  readonly compacted: () => void;
};

/** The engine of one session, with the lock and the memory around it. */
export function createContextHost(
  conversation: Conversation,
  { engine, enabled, maxRounds, lockTtlMs, learned }: CompressionSettings,
  leases: LeaseTable,
  events: ContextEvents,
): ContextHost {
  return {
    engine: guardedEngine(engine, events.failed),
    enabled,
    maxRounds,
    narrowNoticed: false,
    weakRounds: 0,
    lock: async () => {
      const lease = await leases.acquire(`compression:${conversation.id}`, lockTtlMs);
      return lease === null ? null : { [Symbol.asyncDispose]: () => lease.release() };
    },
    learn: (runtime, contextLength) => void learned.set(sizeKey(runtime), contextLength),
    sized: (runtime) => withLearnedSize(runtime, learned),
    movedTo: async (sessionId) => {
      const moved = await conversation.movedTo(sessionId);
      events.compacted();
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
