import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Waits before the next request; an ending when the person did not want to wait any longer, or the turn's time is over
 * before the wait would be. */
export async function pauseFor(ms: number, turn: TurnState, deps: TurnDeps): Promise<Ending | null> {
  if (ms === 0) return null;
  if (ms >= leftMs(turn, deps)) return ending("budget_exhausted", { detail: "time", text: say.timeReached });
  deps.emit({ type: "phase.changed", phase: "waiting" });
  try {
    await deps.clock.sleep(ms, turn.signal);
    return null;
  } catch (error) {
    if (!turn.signal.aborted) throw error;
    return ending("interrupted_during_retry_wait", { text: say.interruptedWait });
  }
}

function leftMs({ startedAtMs }: TurnState, { limits: { runBudgetMs }, clock }: TurnDeps): number {
  return runBudgetMs === null ? Infinity : startedAtMs + runBudgetMs - clock.now();
}
