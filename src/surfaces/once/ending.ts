import type { TurnResult } from "../../domain/turn.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import type { Ending, RunError } from "./result-object.ts";
import type { Stop } from "./stop-watch.ts";
import { verdictOf } from "./verdict.ts";

/** Who besides the model had a hand in the end of a turn. */
export type Circumstances = {
  /** What had asked for a stop by the time the turn ended. */
  readonly stop: Stop | null;
  /** The client on stdin had asked for an interrupt. */
  readonly clientInterrupted: boolean;
};

export function endingOf(turn: TurnResult, circumstances: Circumstances): Ending {
  const { subtype, answer, exitCode } = verdictOf(turn);
  return {
    subtype,
    exitCode: stoppedCode(turn, circumstances) ?? exitCode,
    answer,
    structured: null,
    exitReason: turn.exit_reason,
    exitDetail: turn.exit_detail,
    error: exitCode === 1 ? errorOf(turn) : null,
  };
}

/** The exit code of a turn that did not end by itself, or null. An answer that was complete all the same counts. */
function stoppedCode(turn: TurnResult, { stop, clientInterrupted }: Circumstances): number | null {
  if (turn.completed) return null;
  if (stop !== null) return stopCode(stop);
  return clientInterrupted && turn.interrupted ? 0 : null;
}

/** Stopped before any turn could end. */
export function stoppedEnding(stop: Stop): Ending {
  return {
    subtype: "interrupted",
    exitCode: stopCode(stop),
    answer: "",
    structured: null,
    exitReason: "interrupted_by_user",
    exitDetail: stop.kind === "signal" ? stop.signal : stop.kind,
    error: null,
  };
}

/** No turn came to an end: a bug, or nothing to do. */
export function failedEnding(code: string, message: string, exitCode: number): Ending {
  const error = { code, message, provider_status: null };
  const exit = { exitCode, exitReason: "local_processing_error", exitDetail: code } as const;
  return { subtype: "error", answer: "", structured: null, ...exit, error };
}

/** A good answer of the wrong shape. */
export function misshapenEnding(ending: Ending, problem: string): Ending {
  const message = oncePhrases.schemaNotSatisfied(problem);
  const error = { code: "schema_not_satisfied", message, provider_status: null };
  return { ...ending, subtype: "error", exitCode: 5, error };
}

export function stopCode(stop: Stop): number {
  if (stop.kind === "output_closed") return 141;
  return stop.signal === "SIGINT" ? 130 : 143;
}

function errorOf(turn: TurnResult): RunError {
  return {
    code: turn.failure_reason ?? turn.exit_reason,
    message: turn.final_response ?? turn.explanation ?? turn.error ?? turn.exit_reason,
    provider_status: turn.failure_status,
  };
}
