import { agentPhrases as say } from "../text/phrases/agent.ts";
import { estimateHistory } from "./context-tokens.ts";
import { ending, type Ending } from "./ending.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

export const smallestWindow = 16_000;
const comfortable = 64_000;
const mostOverhead = 0.6; // of the window, before the first word

/** A window in which no task fits ends the turn before any request; a narrow one is worth a warning, once. */
export function contextTooSmall(turn: TurnState, deps: TurnDeps): Ending | null {
  const { model, contextLength } = deps.runtime.active;
  if (contextLength < smallestWindow)
    return tooSmall(`window ${contextLength}`, say.contextTooSmall(model, contextLength));
  const overhead = estimateHistory([], turn, deps);
  if (overhead > contextLength * mostOverhead)
    return tooSmall(`overhead ${overhead}/${contextLength}`, say.overheadTooLarge(overhead, contextLength));
  if (contextLength < comfortable && !deps.context.narrowNoticed) {
    deps.context.narrowNoticed = true;
    deps.emit({ type: "notice.given", level: "warning", text: say.narrowContext(model, contextLength) });
  }
  return null;
}

function tooSmall(detail: string, text: string): Ending {
  return ending("runtime_context_too_small", { detail, text, error: detail });
}
