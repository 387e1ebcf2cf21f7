import type { MemoryProvider } from "../../domain/memory-provider.ts";
import type { BackgroundQueue } from "./background-queue.ts";
import { attempt, isolatedCall } from "./isolated-call.ts";
import type { Held, ProviderHost, ProviderHostDeps } from "./provider-host.ts";
import { safeRecall } from "./safe-recall.ts";

type Errands = Pick<
  ProviderHost,
  "afterTurn" | "memoryWritten" | "beforeCompression" | "switchSession" | "endSession" | "delegated"
>;
type Task = (provider: MemoryProvider) => Promise<void> | void;

const barrierMs = 5_000;

/** What the provider is told behind the person's back: queued, in order, never waited for. */
export function createErrands(held: Held, queue: BackgroundQueue, deps: ProviderHostDeps): Errands {
  const { log, scan, ownWords = (text) => text } = deps;
  const tell = (name: string, task: Task): void => {
    const { provider } = held;
    if (provider !== null) queue.add(name, () => task(provider));
  };
  const tellToWrite = (name: string, task: Task): void => {
    if (held.mayWrite) tell(name, task);
  };
  return {
    afterTurn: ({ completed, ...turn }) => {
      const user = ownWords(turn.user)?.trim() ?? "";
      if (!completed || user === "") return;
      tellToWrite("syncTurn", (provider) => provider.syncTurn?.({ ...turn, user }));
      tell("queuePrefetch", (provider) => provider.queuePrefetch?.(user));
    },
    memoryWritten: (write) => tellToWrite("onMemoryWrite", (provider) => provider.onMemoryWrite?.(write)),
    beforeCompression: async (messages, signal) => {
      const { provider } = held;
      if (provider === null) return "";
      const isSettled = await queue.settled(barrierMs, signal);
      if (!isSettled) log("warning", "memory.provider_late", { call: "queue", limitMs: barrierMs });
      const ask = () => provider.onPreCompress?.(messages);
      return safeRecall((await isolatedCall("onPreCompress", ask, { ms: barrierMs, signal }, deps)) ?? "", scan);
    },
    switchSession: (id, about) => tell("onSessionSwitch", (provider) => provider.onSessionSwitch?.(id, about)),
    endSession: (messages, next) =>
      tell("onSessionEnd", async (provider) => {
        if (held.mayWrite) await attempt("onSessionEnd", () => provider.onSessionEnd?.(messages), log);
        if (next === undefined) return;
        const { id, ...about } = next;
        await provider.onSessionSwitch?.(id, about);
      }),
    delegated: (task, result, childId) => tell("onDelegation", (to) => to.onDelegation?.(task, result, childId)),
  };
}
