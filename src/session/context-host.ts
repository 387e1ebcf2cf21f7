import type { ContextHost } from "../agent/turn-state.ts";
import type { Log } from "../domain/log.ts";
import type { SystemBlock } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { LeaseTable } from "../store/store.ts";
import type { CompressionSettings, LearnedSizes } from "./session-deps.ts";

/** The engine of one session, with the lock and the memory around it. */
export function createContextHost(
  conversationId: string,
  { engine, enabled, maxRounds, lockTtlMs, learned }: CompressionSettings,
  { leases, log }: { readonly leases: LeaseTable; readonly log: Log },
): ContextHost {
  const unreleased = (error: unknown): void => log("warning", "compression.lock_kept", { error: String(error) });
  return {
    engine,
    enabled,
    maxRounds,
    weakRounds: 0,
    lock: async () => {
      const lease = await leases.acquire(`compression:${conversationId}`, lockTtlMs);
      return lease === null ? null : { [Symbol.asyncDispose]: () => lease.release().catch(unreleased) };
    },
    learn: (runtime, contextLength) => void learned.set(sizeKey(runtime), contextLength),
    sized: (runtime) => withLearnedSize(runtime, learned),
    noteCompaction: withCompactionNote,
  };
}

export function withLearnedSize(runtime: Runtime, learned: LearnedSizes): Runtime {
  const size = learned.get(sizeKey(runtime)) ?? Infinity;
  return size < runtime.contextLength ? { ...runtime, contextLength: size } : runtime;
}

function sizeKey({ model, baseUrl }: Runtime): string {
  return `${model}@${baseUrl}`;
}

const compactionNote =
  "[Note: Some earlier conversation turns have been compacted. What was done then still holds: build on it, and look " +
  "details up with the session tools instead of doing the work again.]";

/** Behind the cached prompt, so that its bytes stay; one constant text, so that it costs one cache break in all. */
export function withCompactionNote(system: readonly SystemBlock[]): readonly SystemBlock[] {
  if (system.some(({ text }) => text === compactionNote)) return system;
  const end = system.findLastIndex((block) => block.cached) + 1;
  return [...system.slice(0, end), { text: compactionNote, cached: false }, ...system.slice(end)];
}
