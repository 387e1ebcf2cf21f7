import { stopWords } from "../../domain/interruption.ts";
import type { ToolOutcome } from "../../domain/outcome.ts";
import type { CollectedOutput } from "./bounded-output.ts";
import type { CommandShape } from "./command-shape.ts";
import { exitMeaning } from "./exit-meaning.ts";
import type { CommandEnd } from "./run-command.ts";

export type FinishedCommand = {
  readonly end: CommandEnd;
  readonly output: CollectedOutput;
  readonly shape: CommandShape;
  readonly seconds: number;
  /** Where the shell is now, when that is somewhere else. */
  readonly cwd: string | null;
  readonly note: string | null;
  readonly byUser: boolean;
};

const failureWords = /\b(?:error|failed|failure|fatal|traceback|exception|not found|cannot)\b/i;

/** A command's end as the model sees it. */
export function commandResult(done: FinishedCommand): ToolOutcome {
  const { end, seconds } = done;
  switch (end.kind) {
    case "not-started":
      return {
        kind: "error",
        message: `The command could not be started: ${end.why}`,
        ...(end.degraded === true ? { details: { status: "degraded", reason: end.why } } : {}),
        effect: "none",
      };
    case "timed-out":
      return failed(`Stopped after ${seconds} s, its time limit`, 124, done);
    case "interrupted":
      return failed(stopWords.interrupted, 130, done, "[Command interrupted]");
    case "exited":
      return end.lost === null ? exited(end, done) : lost(end.lost, done);
  }
}

function exited(
  { code, outputHeld, note }: Extract<CommandEnd, { kind: "exited" }>,
  done: FinishedCommand,
): ToolOutcome {
  const meaning = exitMeaning(code, done.shape.last);
  const text = done.output.text.trimEnd();
  const hints = [
    done.note,
    note,
    outputHeld ? "A process it started still runs and holds the output open." : null,
    code === 0 && done.shape.masksFailure && failureWords.test(text)
      ? "Exit code 0 is that of the last command only; the output reads like a failure."
      : null,
  ].filter((hint) => hint !== null);
  const fields = {
    exit_code: code,
    ...(done.cwd === null ? {} : { cwd: done.cwd }),
    ...(meaning === null ? {} : { exit_code_meaning: meaning.text }),
    ...extent(done.output),
    ...(done.byUser ? { approval: "The user was asked and allowed it." } : {}),
    ...(hints.length === 0 ? {} : { hint: hints.join(" ") }),
  };
  const { truncated } = done.output;
  if (code === 0 || meaning?.expected === true) {
    return { kind: "ok", content: JSON.stringify({ output: text, error: null, ...fields }), truncated };
  }
  return { kind: "error", message: `Exit code ${code}`, details: { output: text, ...fields } };
}

/** The command may still run, or may have ended in any way. */
function lost(reason: string, { output }: FinishedCommand): ToolOutcome {
  const details = { status: "degraded", reason, output: output.text.trimEnd(), ...extent(output) };
  return {
    kind: "error",
    message: `The connection was lost while the command ran: ${reason}`,
    details,
    effect: "unknown",
  };
}

function failed(message: string, code: number, { output }: FinishedCommand, mark = ""): ToolOutcome {
  const text = [output.text.trimEnd(), mark].filter((part) => part !== "").join("\n");
  return { kind: "error", message, details: { output: text, exit_code: code, ...extent(output) }, effect: "unknown" };
}

function extent({ truncated, totalChars, fullPath }: CollectedOutput): Readonly<Record<string, unknown>> {
  if (!truncated) return {};
  return { truncated, output_total_chars: totalChars, ...(fullPath === null ? {} : { full_output_path: fullPath }) };
}
