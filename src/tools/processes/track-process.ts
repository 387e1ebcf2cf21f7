import type { Clock } from "../../domain/clock.ts";
import type { StartedProgram } from "../../domain/shell-backend.ts";
import { drained, endProgram } from "../backends/end-program.ts";
import type { CleanStream } from "../terminal/clean-stream.ts";
import type { BackgroundProcess, ProcessState } from "./background-process.ts";
import { createPatternWatch } from "./pattern-watch.ts";
import type { NoticeBoard } from "./process-notices.ts";
import { createRollingText } from "./rolling-text.ts";

export type TrackedStart = Pick<BackgroundProcess, "id" | "command" | "cwd"> & {
  readonly readsCommands: boolean;
  readonly notify: boolean;
  readonly patterns: readonly string[];
  readonly pty: boolean;
  readonly clean: CleanStream;
};

type Around = { readonly clock: Clock; readonly notices: NoticeBoard; readonly onEnd: () => void };

const keptChars = 200_000;

/** What a process prints, before and after it is known to have started. */
export function createProcessEars({ clean, pty, patterns, ...name }: TrackedStart, { clock, notices }: Around) {
  const text = createRollingText(keptChars);
  const watch = createPatternWatch(patterns);
  const given = { tooOften: false };
  const lines = (piece: string): string => (pty ? piece.replaceAll("\r\n", "\n") : piece);
  const take = (piece: string): void => {
    text.push(lines(piece));
    const hit = piece === "" ? null : watch(piece, clock.now());
    if (hit?.kind === "too-often") given.tooOften = true;
    if (hit !== null) notices.matched(name, hit);
  };
  return {
    hear: (bytes: Uint8Array): void => take(clean.push(bytes)),
    end: (): void => take(clean.end()),
    heard: () => ({ text: text.text() + lines(clean.peek()), droppedChars: text.dropped() }),
    tooOften: (): boolean => given.tooOften,
  };
}

export type ProcessEars = ReturnType<typeof createProcessEars>;

/** A program that was started for the background, followed to its end. */
export function trackProcess(
  start: TrackedStart,
  program: StartedProgram,
  ears: ProcessEars,
  { clock, notices, onEnd }: Around,
): BackgroundProcess {
  const { id, command, cwd } = start;
  const seen = { end: false };
  let state: ProcessState = { status: "running" };
  let killing: Promise<void> | null = null;
  const follow = async (): Promise<void> => {
    const exitCode = await program.exit;
    await drained(program, clock); // what it left behind may go on printing
    ears.end();
    state = { status: "exited", exitCode, atMs: clock.now() };
    onEnd();
    if (start.notify || ears.tooOften()) notices.ended({ id, command }, exitCode, () => seen.end);
  };
  const over = follow();
  const noteSeen = (): void => void (seen.end = true);
  return {
    id,
    command,
    cwd,
    pid: program.pid,
    startedAtMs: clock.now(),
    state: () => state,
    output: ears.heard,
    noteSeen,
    ended: (signal) => unlessAborted(over, signal),
    input: { write: program.write, end: program.endInput, isCommands: start.readsCommands },
    letGo: program.release,
    kill: () => {
      noteSeen();
      killing ??= endProgram(program, clock).then(() => over);
      return killing;
    },
  };
}

function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = (): void => reject(new DOMException("Aborted", "AbortError"));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  void work.then(resolve);
  return promise.finally(() => signal.removeEventListener("abort", stop));
}
