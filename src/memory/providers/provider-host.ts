import type { Clock } from "../../domain/clock.ts";
import type { InjectionScan } from "../../domain/injection-scan.ts";
import type { Log } from "../../domain/log.ts";
import type { MemoryWrite } from "../../domain/memory.ts";
import type { MemoryProvider, ProviderContext, SessionSwitch, SyncedTurn } from "../../domain/memory-provider.ts";
import type { Message } from "../../domain/message.ts";
import type { Tool } from "../../domain/tool.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import { createErrands } from "./errands.ts";
import { attempt, isolatedCall } from "./isolated-call.ts";
import { providerTools } from "./provider-tools.ts";
import { createRecall } from "./recall.ts";
import { safeRecall } from "./safe-recall.ts";

/** The one outside memory of a session, at arm's length: no call throws, and none keeps a turn longer than its limit. */
export type ProviderHost = {
  /** False: there is one already, or it cannot be used. */
  readonly register: (provider: MemoryProvider) => boolean;
  /** Starts the provider in the background. */
  readonly start: (sessionId: string, context: ProviderContext) => void;
  /** Static text for a prompt that is built now. */
  readonly promptBlock: (signal: AbortSignal) => Promise<PromptBlock | null>;
  /** For the current question: plain text, to be fenced by whoever sends it. Once per turn. */
  readonly recall: (question: RecallQuestion) => Promise<string | null>;
  readonly recallStatus: () => { readonly count: number; readonly label: string } | null;
  /** Returns at once. Interrupted and failed turns are not told. */
  readonly afterTurn: (turn: SyncedTurn & { readonly completed: boolean }) => void;
  readonly tools: (taken: readonly string[]) => readonly Tool[];
  readonly memoryWritten: (write: MemoryWrite) => void;
  /** Waits for what is queued, then asks what a summary should not miss. */
  readonly beforeCompression: (messages: readonly Message[], signal: AbortSignal) => Promise<string>;
  readonly switchSession: (sessionId: string, about: SessionSwitch) => void;
  /** `next`: the session that follows, told strictly after the end of the old one. Returns at once. */
  readonly endSession: (messages: readonly Message[], next?: { readonly id: string } & SessionSwitch) => void;
  readonly delegated: (task: string, result: string, childId: string) => void;
  readonly close: () => Promise<void>;
};

type PromptBlock = { readonly slot: "early" | "late"; readonly text: string };

type RecallQuestion = {
  readonly userMessage: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
};

export type ProviderHostDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly scan: InjectionScan;
  /** A question without what a skill put around it; null: there is nothing of the person's own. */
  readonly ownWords?: (text: string) => string | null;
};

/** What the parts of a host know together. */
export type Held = { provider: MemoryProvider | null; mayWrite: boolean };

const limitsMs = { initialize: 3_000, block: 1_000, drain: 5_000 } as const;
const neverAborted = new AbortController().signal;

export function createProviderHost(deps: ProviderHostDeps): ProviderHost {
  const { log, scan } = deps;
  const queue = createBackgroundQueue(deps);
  const held: Held = { provider: null, mayWrite: false };
  let ready: Promise<unknown> = Promise.resolve();
  return {
    ...createRecall(held, deps),
    ...createErrands(held, queue, deps),
    register: (candidate) => {
      const refusal = refusalOf(candidate, held.provider);
      if (refusal !== null) log("warning", "memory.provider_rejected", { provider: candidate.name, why: refusal });
      else held.provider = candidate;
      return refusal === null;
    },
    start: (sessionId, context) => {
      const { provider } = held;
      held.mayWrite = context.agentContext === "primary";
      if (provider !== null) ready = attempt("initialize", () => provider.initialize?.(sessionId, context), log);
    },
    promptBlock: async (signal) => {
      const { provider } = held;
      if (provider?.systemPromptBlock === undefined) return null;
      await isolatedCall("initialize", () => ready, { ms: limitsMs.initialize, signal }, deps);
      const ask = () => provider.systemPromptBlock?.();
      const text = await isolatedCall("systemPromptBlock", ask, { ms: limitsMs.block, signal }, deps);
      const safe = safeRecall(text ?? "", scan);
      return safe === "" ? null : { slot: provider.promptSlot ?? "late", text: safe };
    },
    tools: (taken) => (held.provider === null ? [] : providerTools(held.provider, taken, log)),
    close: async () => {
      const { provider } = held;
      if (provider === null) return;
      const limit = { ms: limitsMs.drain, signal: neverAborted };
      const isDone = await queue.settled(limit.ms, limit.signal);
      if (!isDone) log("warning", "memory.provider_abandoned", { tasks: queue.abandon() });
      await isolatedCall("shutdown", () => provider.shutdown?.(), limit, deps);
    },
  };
}

function refusalOf(candidate: MemoryProvider, held: MemoryProvider | null): string | null {
  if (held !== null) return `only one at a time, and that is ${held.name}`;
  try {
    return candidate.isAvailable() ? null : (candidate.unavailableReason?.() ?? "it is not available");
  } catch (error) {
    return String(error);
  }
}
