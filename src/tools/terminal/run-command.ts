import type { Clock } from "../../domain/clock.ts";
import type { ShellBackend, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { drained, endProgram } from "../backends/end-program.ts";
import { shellArguments } from "./shell-scripts.ts";
import type { ShellLaunch } from "./shell-launch.ts";
import { sudoEnvironment } from "./sudo-environment.ts";
import { parseSnapshot, type ShellSnapshot } from "./shell-state.ts";

export type CommandRun = {
  readonly shell: string;
  readonly command: string;
  readonly start: ShellLaunch;
  readonly limitMs: number;
  readonly pty: boolean;
  readonly sudoPassword: string | null;
  readonly onOutput: (bytes: Uint8Array) => void;
};

export type CommandEnd =
  | {
      readonly kind: "exited";
      readonly code: number;
      readonly state: ShellSnapshot | null;
      readonly outputHeld: boolean;
      readonly note: string | null;
      readonly lost: string | null;
    }
  | { readonly kind: "timed-out" }
  | { readonly kind: "interrupted" }
  | StartProblem;

export const terminalSize = { columns: 80, rows: 24 } as const;
const snapshotBytes = 1_048_576;

/** One command in a shell of its own, whose processes end with a stop or a time limit. */
export async function runCommand(
  run: CommandRun,
  { backend, clock }: { readonly backend: ShellBackend; readonly clock: Clock },
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  using deadline = clock.deadline(run.limitMs, signal);
  const snapshot: Uint8Array[] = [];
  const program = await start(run, backend, (bytes) => snapshot.push(bytes));
  if (program.kind === "not-started") return program;
  const stopped = await Promise.race([program.exit.then(() => false), aborted(deadline.signal)]);
  if (stopped) {
    await endProgram(program, clock);
    return deadline.expired() ? { kind: "timed-out" } : { kind: "interrupted" };
  }
  const isDrained = await drained(program, clock);
  program.release();
  const state = parseSnapshot(Buffer.concat(snapshot));
  return {
    kind: "exited",
    code: await program.exit,
    state,
    outputHeld: !isDrained,
    note: program.note,
    lost: program.lost?.() ?? null,
  };
}

/** A terminal has no descriptor beside it: a command in one leaves folder and variables as they were. */
async function start(
  { shell, command, start: { cwd, env, lines }, pty, sudoPassword, onOutput }: CommandRun,
  backend: ShellBackend,
  keep: (bytes: Uint8Array) => void,
): ReturnType<ShellBackend["start"]> {
  const sudo = sudoPassword !== null && !pty; // a terminal would show what is typed
  const program = await backend.start({
    argv: shellArguments(shell, command, { snapshot: !pty, sudo, input: pty, lines }),
    cwd,
    env: sudo ? sudoEnvironment(env) : env,
    input: sudo,
    terminal: pty ? terminalSize : null,
    onOutput,
    onAside: pty ? null : bounded(keep),
  });
  if (program.kind === "started" && sudo) tellPassword(program, sudoPassword);
  return program;
}

function tellPassword(program: StartedProgram, password: string): void {
  program.write(`${password}\n`);
  program.endInput();
}

function bounded(keep: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  let size = 0;
  return (bytes) => {
    size += bytes.length;
    if (size <= snapshotBytes) keep(bytes);
  };
}

function aborted(signal: AbortSignal): Promise<true> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(true);
    else signal.addEventListener("abort", () => resolve(true), { once: true });
  });
}
