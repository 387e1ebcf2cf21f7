import { spawn, type ChildProcess } from "node:child_process";
import { Readable } from "node:stream";
import type { Clock } from "../../domain/clock.ts";
import { parseSnapshot, wrapper, type ShellSnapshot } from "./shell-state.ts";

export type CommandRun = {
  readonly shell: string;
  readonly command: string;
  readonly start: ShellSnapshot;
  readonly limitMs: number;
  readonly onOutput: (bytes: Uint8Array) => void;
};

export type CommandEnd =
  | {
      readonly kind: "exited";
      readonly code: number;
      readonly state: ShellSnapshot | null;
      readonly outputHeld: boolean;
    }
  | { readonly kind: "timed-out" }
  | { readonly kind: "interrupted" }
  | { readonly kind: "not-started"; readonly why: string };

const graceMs = 2_000; // between asking a process to end and ending it
const drainMs = 250; // for output to arrive once the shell is gone
const snapshotBytes = 1_048_576;

/** One command in a shell of its own, in a process group of its own that ends with a stop or a time limit. */
export async function runCommand(run: CommandRun, clock: Clock, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  using deadline = clock.deadline(run.limitMs, signal);
  const child = start(run);
  if (child.pid === undefined) return { kind: "not-started", why: await startProblem(child) };
  const ended = watch(child, run.onOutput);
  const stopped = await Promise.race([ended.exit.then(() => false), aborted(deadline.signal)]);
  if (stopped) {
    await endGroup(child.pid, ended.closed, clock);
    release(child);
    return deadline.expired() ? { kind: "timed-out" } : { kind: "interrupted" };
  }
  const drained = await within(ended.closed, drainMs, clock);
  release(child);
  const state = parseSnapshot(Buffer.concat(ended.snapshot));
  return { kind: "exited", code: await ended.exit, state, outputHeld: !drained };
}

function start({ shell, command, start: { cwd, env } }: CommandRun): ChildProcess {
  return spawn(shell, ["-c", wrapper, shell, command], {
    cwd,
    env,
    detached: true, // its own group, which can be signalled as a whole
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
}

function startProblem(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once("error", (error) => resolve(error.message)));
}

function watch(child: ChildProcess, onOutput: (bytes: Uint8Array) => void) {
  const snapshot: Buffer[] = [];
  let snapshotSize = 0;
  child.stdout?.on("data", (chunk: Buffer) => onOutput(chunk));
  const state = child.stdio[3];
  if (state instanceof Readable) {
    state.on("data", (chunk: Buffer) => {
      snapshotSize += chunk.length;
      if (snapshotSize <= snapshotBytes) snapshot.push(chunk);
    });
  }
  const exit = new Promise<number>((resolve) => {
    child.once("exit", (code, signalName) => resolve(code ?? 128 + signalNumber(signalName)));
  });
  const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  return { exit, closed, snapshot };
}

/** Asks the whole group to end, then ends what is left of it. */
async function endGroup(group: number, closed: Promise<void>, clock: Clock): Promise<void> {
  signalGroup(group, "SIGTERM");
  await within(closed, graceMs, clock);
  signalGroup(group, "SIGKILL");
  await within(closed, graceMs, clock);
}

function signalGroup(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // nobody is left in it
  }
}

async function within(work: Promise<void>, ms: number, clock: Clock): Promise<boolean> {
  const done = new AbortController();
  const waited = clock.sleep(ms, done.signal).then(
    () => false,
    () => true,
  );
  return Promise.race([work.then(() => true), waited]).finally(() => done.abort());
}

function aborted(signal: AbortSignal): Promise<true> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(true);
    else signal.addEventListener("abort", () => resolve(true), { once: true });
  });
}

/** Lets go of pipes that a process left behind still holds. */
function release(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
  child.unref();
}

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGABRT: 6,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

function signalNumber(name: string | null): number {
  return signalNumbers[name ?? ""] ?? 0;
}
