import { ok, type ToolOutcome } from "../../domain/outcome.ts";
import { type BackgroundProcess, hasEnded } from "./background-process.ts";

const pollChars = 1_000;

type Fields = Readonly<Record<string, unknown>>;

export function listProcesses(processes: readonly BackgroundProcess[], nowMs: number): ToolOutcome {
  return ok({ processes: processes.map((process) => ({ ...about(process, nowMs), cwd: process.cwd })) });
}

/** Who it is and how it stands. */
export function about({ id, command, pid, startedAtMs, ...process }: BackgroundProcess, nowMs: number): Fields {
  const state = process.state();
  const untilMs = hasEnded(state) ? state.atMs : nowMs;
  return {
    session_id: id,
    command,
    pid,
    status: state.status,
    ...(hasEnded(state) ? { exit_code: state.exitCode } : {}),
    seconds: Math.max(0, Math.round((untilMs - startedAtMs) / 1_000)),
  };
}

/** The last it printed. */
export function latest(process: BackgroundProcess): Fields {
  const output = process.output();
  if (output === null) return { note: notHeard };
  return { output: output.text.slice(-pollChars).toWellFormed().trimEnd() };
}

/** Lines from `offset` on; without it the last ones. */
export function logOf(process: BackgroundProcess, offset: number | undefined, limit: number): Fields {
  const output = process.output();
  if (output === null) return { note: notHeard };
  const lines = output.text === "" ? [] : output.text.replace(/\n$/, "").split("\n");
  const first = Math.min(offset ?? Math.max(0, lines.length - limit), lines.length);
  const shown = lines.slice(first, first + limit);
  return {
    output: shown.join("\n"),
    offset: first,
    lines: shown.length,
    total_lines: lines.length,
    ...(output.droppedChars === 0 ? {} : { note: `Its first ${output.droppedChars} characters are not kept.` }),
  };
}

const notHeard = "It was started by an agent that is gone; its output is not known.";
