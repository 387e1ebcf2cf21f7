import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Waits before the next request; an ending when the person did not want to wait any longer. */
export async function pauseFor(ms: number, turn: TurnState, deps: TurnDeps): Promise<Ending | null> {
  if (ms === 0) return null;
  deps.emit({ type: "phase.changed", phase: "waiting" });
  try {
    await deps.clock.sleep(ms, turn.signal);
    return null;
  } catch (error) {
    if (!turn.signal.aborted) throw error;
    return ending("interrupted_during_retry_wait", { text: say.interruptedWait });
  }
}
