import type { ExitReason } from "../../domain/exit.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { spill } from "../../tools/spill.ts";
import { wellFormed } from "../../text/well-formed.ts";
import type { Child, DelegationRules } from "./child.ts";
import type { Answered } from "./converse.ts";
import type { StopCause } from "./stop-cause.ts";
import type { ChildWatch, TracedCall } from "./watch-child.ts";

/** What the parent's model gets of a child: its own summary, how it ended, and numbers. Never its history. */
export type ChildReport = {
  readonly task_index: number;
  readonly status: "completed" | "error" | StopCause;
  readonly summary: string;
  readonly exit_reason: ExitReason | null;
  readonly truncated: boolean;
  readonly api_calls: number;
  readonly duration_seconds: number;
  readonly model: string | null;
  readonly tokens: { readonly input: number; readonly output: number; readonly cache_read: number };
  readonly cost_usd: number | null;
  readonly tool_trace: readonly TracedCall[];
  readonly session_id: string | null;
  readonly schema_valid?: boolean;
  readonly schema_errors?: string;
  /** What the person said to it too late. */
  readonly missed_steer?: string;
  readonly log_path?: string;
  readonly note?: string;
  readonly error?: string;
};

/** How a child was left: by itself, or because it had to be stopped; then perhaps without an answer. */
export type ChildEnd = { readonly cause: StopCause | null; readonly answered: Answered | Broken | null };

/** A failure nobody foresaw: nothing but its words is known. */
export type Broken = { readonly result: null; readonly error: string };

export type Reported = {
  readonly index: number;
  readonly callId: string;
  readonly child: Child;
  readonly watch: ChildWatch;
  readonly durationMs: number;
  readonly rules: Pick<DelegationRules, "summaryChars" | "spillFolder">;
};

const mostTraced = 50; // the newest: a trace is there to check a summary, not to replace it

export function reportOf(end: ChildEnd, about: Reported): ChildReport {
  const { index, watch, durationMs } = about;
  const result = end.answered?.result ?? null;
  const status = statusOf(end.cause, result);
  const summary = fitted(summaryOf(status, result, watch), about);
  const { partial, ...known } = knownOf(end.answered, about);
  const usage = watch.usage();
  return {
    task_index: index,
    status,
    summary: summary.text,
    truncated: summary.cut || partial,
    ...known,
    duration_seconds: seconds(durationMs),
    tokens: { input: usage.input_tokens, output: usage.output_tokens, cache_read: usage.cache_read_tokens },
    cost_usd: watch.apiCalls() === 0 ? null : watch.costUsd(),
    tool_trace: watch.trace().slice(-mostTraced),
    ...missedField(end.answered, about),
    ...(status === "error" ? { error: errorOf(end.answered) } : {}),
  };
}

/** What the child's own result says; of one that has none, what could be seen from outside. */
function knownOf(answered: ChildEnd["answered"], { child, watch }: Reported) {
  if (answered === null || answered.result === null) {
    const { model, sessionId: session_id } = child;
    return { exit_reason: null, partial: false, api_calls: watch.apiCalls(), model, session_id };
  }
  const { exit_reason, partial, model, session_id } = answered.result;
  const known = { exit_reason, partial, api_calls: answered.apiCalls, model, session_id };
  return { ...known, ...shapeFields(answered.shape) };
}

function shapeFields(shape: Answered["shape"]): Pick<ChildReport, "schema_valid" | "schema_errors"> {
  if (shape === null) return {};
  return shape.problem === null ? { schema_valid: true } : { schema_valid: false, schema_errors: shape.problem };
}

function missedField(answered: ChildEnd["answered"], { child }: Reported): Pick<ChildReport, "missed_steer"> {
  const before = answered === null || answered.result === null ? [] : answered.missed;
  const missed = [...before, child.takeSteer()].filter((text) => text !== null);
  return missed.length === 0 ? {} : { missed_steer: missed.join("\n") };
}

/** A child there is nothing to tell of but why. */
export function reportOfNone(index: number, status: "error" | "interrupted", error: string): ChildReport {
  return {
    task_index: index,
    status,
    summary: "",
    exit_reason: null,
    truncated: false,
    api_calls: 0,
    duration_seconds: 0,
    model: null,
    tokens: { input: 0, output: 0, cache_read: 0 },
    cost_usd: null,
    tool_trace: [],
    session_id: null,
    error,
  };
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function errorOf(answered: ChildEnd["answered"]): string {
  const { final_response: said, error } = answered?.result ?? { final_response: null, error: brokenWords(answered) };
  return [said, error].find((text) => text !== null && text.trim() !== "") ?? "It gave no answer.";
}

function brokenWords(answered: ChildEnd["answered"]): string | null {
  return answered !== null && answered.result === null ? answered.error : null;
}

function statusOf(cause: StopCause | null, result: TurnResult | null): ChildReport["status"] {
  if (cause !== null && result?.completed !== true) return cause;
  if (result === null || result.failed) return "error";
  if (result.interrupted) return "interrupted";
  return (result.final_response ?? "").trim() === "" ? "error" : "completed";
}

/** What a child says when it is cut off or fails is a local notice: only what it had written itself is its summary. */
function summaryOf(status: ChildReport["status"], result: TurnResult | null, watch: ChildWatch): string {
  if (status === "completed") return result?.final_response ?? "";
  return result?.partial_text ?? watch.text();
}

function fitted(text: string, { rules, callId, index }: Reported): { readonly text: string; readonly cut: boolean } {
  if (text.length <= rules.summaryChars) return { text, cut: false };
  const path = spill(rules.spillFolder, `${callId}-${index}`, text);
  const where = path === null ? "the rest could not be stored" : `all of it is in ${path}, to be read with read_file`;
  const kept = wellFormed(text.slice(0, rules.summaryChars));
  return { text: `${kept}\n[cut: ${text.length} characters; ${where}]`, cut: true };
}
