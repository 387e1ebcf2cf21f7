import { stopWords } from "../../domain/interruption.ts";
import { contentOf } from "../../domain/outcome.ts";
import type { Dispatched } from "./toolbox.ts";

/** The answers for calls that have no result of their own. All say what may have happened. */
export const notRun = {
  cancelledBefore: () => answer(`${stopWords.cancelled} before it started.`, "none"),
  cancelledInside: (readOnly: boolean) =>
    readOnly
      ? answer(`${stopWords.cancelled} while it ran.`, "none")
      : answer(
          `${stopWords.cancelled} while it ran; its effect is unknown. Look at the state before going on.`,
          "unknown",
        ),
  timedOut: (tool: string, workedMs: number) =>
    answer(
      `${tool} gave no result within ${Math.round(workedMs / 1_000)} s and was abandoned; its effect is unknown. Look at the state before trying again.`,
      "unknown",
    ),
  neverStarted: () => answer("Not started: the calls before it took all the time of this batch.", "none"),
  blocked: (message: string) => answer(message, "none"),
  halted: () => answer("Not started: the turn is being ended, see the result above.", "none"),
} as const;

function answer(message: string, effect: "none" | "unknown"): Dispatched {
  return { content: contentOf({ kind: "error", message }), ok: false, truncated: false, effect };
}
