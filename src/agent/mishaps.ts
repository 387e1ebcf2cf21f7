import { agentPhrases as say } from "../text/phrases/agent.ts";
import { ending, type Ending } from "./ending.ts";
import type { Mishaps, TurnDeps, TurnState } from "./turn-state.ts";

export function noteMishap(mishaps: Mishaps, error: unknown): void {
  mishaps.count += 1;
  mishaps.last = error instanceof Error ? error.message : String(error);
}

const lastSteps = 2;

/** An extension failed in the step that just ended, nothing came of the step, and there is hardly another one. */
export function brokenNearLimit(turn: TurnState, { limits, mishaps }: TurnDeps): Ending | null {
  const { stepStart, history, steps, freeSteps } = turn;
  const near = limits.maxSteps - (steps - freeSteps) < lastSteps;
  if (!near || mishaps.count === stepStart.mishaps || history !== stepStart.history) return null;
  const text = say.extensionFailed(mishaps.last);
  return ending("error_near_max_iterations", { detail: `${steps}/${limits.maxSteps}`, text, error: mishaps.last });
}
