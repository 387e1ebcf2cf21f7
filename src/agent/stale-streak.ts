import type { ModelDelta, ModelOutcome } from "../domain/model-client.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import type { TurnDeps } from "./turn-state.ts";

const noticeableMs = 30_000;

/**
 * Fails a request unsent when so many before it ended in silence; null: send it. The next one is sent again, and one
 * more silence is enough: whoever comes back later finds out at the price of a single wait.
 */
export function refuseToWait({ runtime, limits }: TurnDeps): ModelOutcome | null {
  if (runtime.staleStreak < limits.staleGiveUp) return null;
  const message = say.givenUp(runtime.staleStreak);
  runtime.staleStreak = limits.staleGiveUp - 1;
  return {
    kind: "failed",
    failure: {
      kind: "timeout",
      retryable: false,
      status: null,
      code: "stale_giveup",
      message,
      retryAfterMs: null,
      phase: "request",
      text: message.toLowerCase(),
    },
    deliveredText: "",
    draftingTool: false,
  };
}

type SilenceWatch = {
  readonly heard: (delta: ModelDelta) => void;
  readonly ended: (outcome: ModelOutcome) => void;
};

/** Counts one request: silence up to the limit, and silence a person did not want to bear any longer. */
export function watchSilence({ runtime, clock }: TurnDeps): SilenceWatch {
  const startedMs = clock.now();
  let spoke = false;
  const wasSilent = (outcome: ModelOutcome): boolean => {
    if (outcome.kind === "failed") return outcome.failure.code === "stale";
    return outcome.kind === "aborted" && !spoke && clock.now() - startedMs >= noticeableMs;
  };
  return {
    heard: ({ type }) => void (spoke ||= type === "text" || type === "reasoning" || type === "call"),
    ended: (outcome) => {
      if (outcome.kind === "reply") runtime.staleStreak = 0;
      else if (wasSilent(outcome)) runtime.staleStreak += 1;
    },
  };
}
