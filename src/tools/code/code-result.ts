import { stopWords } from "../../domain/interruption.ts";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { wrapUntrusted } from "../../safety/injection/untrusted.ts";
import type { ProgramCalls } from "./program-calls.ts";
import type { SiteProblem } from "./program-site.ts";
import type { ProgramEnd } from "./run-program.ts";

type Told = {
  readonly calls: Pick<ProgramCalls, "made" | "foreign">;
  readonly folder: string;
  readonly seconds: number;
  readonly limitMs: number;
  /** Why nobody knows whether it ended as it seems. */
  readonly lost: string | null;
};

/** What the model is told of a program that was run. */
export function codeResult(end: ProgramEnd, told: Told): ToolOutcome {
  const { calls, folder, seconds, limitMs, lost } = told;
  if (end.kind === "not-started") {
    const message = `The program could not be started: ${end.why}`;
    return notDone(end.degraded === true ? { message, unreachable: end.why } : { message });
  }
  const { kind, code, output, errors } = end;
  const printed = output.text.trimEnd();
  const common = {
    tool_calls_made: calls.made(),
    duration_seconds: Math.round(seconds * 100) / 100,
    stdout_truncated: output.truncated,
  };
  if (kind === "broken" || (kind === "exited" && code !== 0 && lost !== null))
    return broken(lost, { output: printed, ...common });
  const exit_code = kind === "timeout" ? 124 : kind === "interrupted" ? 130 : code;
  const status = kind === "exited" ? (code === 0 ? "success" : "error") : kind;
  const result = { status, output: printed, exit_code, ...common };
  const complaint = errors.text.replaceAll(`${folder}/`, "").trim();
  const outcome = status === "success" ? ok(result) : failed(kind, result, { complaint, limitMs });
  return marked(outcome, calls.foreign());
}

export function notDone({ message, unreachable }: Omit<SiteProblem, "kind">): ToolOutcome {
  const details = unreachable === undefined ? {} : { details: { status: "degraded", reason: unreachable } };
  return { kind: "error", message, ...details, effect: "none" };
}

type Fields = Readonly<Record<string, unknown>>;

/** It is ended over there as soon as that is noticed; how far it came by then is unknown. */
function broken(lost: string | null, common: Fields): ToolOutcome {
  const reason = lost ?? "the way to it was lost";
  const message = `The connection was lost while the program ran: ${reason}`;
  return { kind: "error", message, details: { status: "degraded", reason, ...common }, effect: "unknown" };
}

function failed(
  kind: "exited" | "timeout" | "interrupted",
  result: Fields,
  { complaint, limitMs }: { readonly complaint: string; readonly limitMs: number },
): ToolOutcome {
  const reasons = {
    exited: complaint === "" ? `The program ended with exit code ${String(result["exit_code"])}.` : complaint,
    timeout: `Stopped after ${limitMs / 1_000} s, the limit. ${complaint}`.trimEnd(),
    interrupted: stopWords.interrupted,
  };
  const message = reasons[kind];
  return kind === "exited" ? fail(message, result) : { kind: "error", message, details: result, effect: "unknown" };
}

/** What a program prints of pages from outside is data too. */
function marked(outcome: ToolOutcome, foreign: string | null): ToolOutcome {
  if (foreign === null || outcome.kind === "error") return outcome;
  return { ...outcome, content: wrapUntrusted(foreign, outcome.content) };
}
