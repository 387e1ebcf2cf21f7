import type { Clock } from "../../domain/clock.ts";
import type { CompressionProposal, EngineMemory } from "../../domain/context-engine.ts";
import { confirmed, struck } from "./engine-state.ts";

/** A run counts when the next response shows it: estimates may flatter. Until then no other one starts. */
export type Confirmation = {
  readonly after: (run: () => Promise<CompressionProposal>) => Promise<CompressionProposal>;
  readonly isAwaited: () => boolean;
  readonly learn: (promptTokens: number, trigger: () => number) => void;
  readonly drop: () => void;
};

export function createConfirmation(memory: EngineMemory, clock: Clock): Confirmation {
  let awaited: { readonly isCounted: boolean } | null = null;
  return {
    after: async (run) => {
      const proposal = await run();
      const saved = proposal.record["saved_ratio"];
      if (proposal.outcome === "ok") awaited = { isCounted: typeof saved === "number" && saved < 0.1 };
      return proposal;
    },
    isAwaited: () => awaited !== null,
    learn: (tokens, trigger) => {
      if (awaited === null) return;
      const { isCounted } = awaited;
      awaited = null;
      if (isCounted) return;
      const state = memory.read();
      memory.write(tokens < trigger() ? confirmed(state) : struck(state, { nowMs: clock.now(), tokens }));
    },
    drop: () => void (awaited = null),
  };
}
