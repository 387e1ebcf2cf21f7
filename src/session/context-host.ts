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
};

/** The engine of one session, with the lock and the memory around it. */
export function createContextHost(
  conversation: Conversation,
  { engine, enabled, maxRounds, lockTtlMs, learned }: CompressionSettings,
  { leases, log, failed }: HostParts,
): ContextHost {
  const unreleased = (error: unknown): void => log("warning", "compression.lock_kept", { error: String(error) });
  return {
    engine: guardedEngine(engine, failed),
    enabled,
    maxRounds,
    narrowNoticed: false,
    weakRounds: 0,
    lock: async () => {
      const lease = await leases.acquire(`compression:${conversation.id}`, lockTtlMs);
      return lease === null ? null : { [Symbol.asyncDispose]: () => lease.release().catch(unreleased) };
    },
    learn: (runtime, contextLength) => void learned.set(sizeKey(runtime), contextLength),
    sized: (runtime) => withLearnedSize(runtime, learned),
    movedTo: (sessionId) => conversation.movedTo(sessionId),
  };
}

export function withLearnedSize(runtime: Runtime, learned: LearnedSizes): Runtime {
  const size = learned.get(sizeKey(runtime)) ?? Infinity;
  return size < runtime.contextLength ? { ...runtime, contextLength: size } : runtime;
}

function sizeKey({ model, baseUrl }: Runtime): string {
  return `${model}@${baseUrl}`;
}
