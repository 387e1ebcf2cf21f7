import type { Clock } from "../../domain/clock.ts";
import type { ProgramStart, ShellBackend, StartProblem } from "../../domain/shell-backend.ts";
import type { ProgramSupport } from "../../domain/tool.ts";
import { drained, endProgram } from "../backends/end-program.ts";
import { createCleanStream } from "../terminal/clean-stream.ts";
import { createByteWindow } from "./byte-window.ts";

export type ProgramRun = Pick<ProgramStart, "cwd" | "env"> & {
  readonly argv: readonly [string, ...string[]];
  readonly limitMs: number;
  /** Its exit code, where that is known before it seems to have ended. */
  readonly ended: Promise<number>;
  /** Resolves when its calls can no longer reach us, with why. */
  readonly broken: Promise<string>;
  readonly redact: (text: string) => string;
};

type Printed = { readonly text: string; readonly truncated: boolean };

export type ProgramEnd =
  | StartProblem
  | {
      readonly kind: "exited" | "timeout" | "interrupted" | "broken";
      readonly code: number;
      readonly output: Printed;
      readonly errors: Printed;
    };

const outputBytes = 50_000;
const errorBytes = 10_000;
const graceMs = 5_000; // between asking a program to end and ending it
const apart = 'exec "$@" 2>&3 3>&-'; // what it prints and what it complains about come on two ways

/** Runs a program to its end or its limit; nothing of its process group is left. */
export async function runProgram(
  run: ProgramRun,
  { backend, clock }: { readonly backend: ShellBackend; readonly clock: Clock },
  { signal, program: support }: { readonly signal: AbortSignal; readonly program: Pick<ProgramSupport, "worked"> },
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const output = collector(outputBytes, run.redact);
  const errors = collector(errorBytes, run.redact);
  const program = await backend.start({
    argv: ["/bin/sh", "-c", apart, "sh", ...run.argv],
    cwd: run.cwd,
    env: run.env,
    input: false,
    terminal: null,
    onOutput: output.push,
    onAside: errors.push,
  });
  if (program.kind === "not-started") return program;
  using over = abortedAtEnd();
  const exit = Promise.race([program.exit, run.ended]);
  const kind = await Promise.race([
    exit.then(() => "exited" as const),
    support.worked(run.limitMs, over.signal).then(() => "timeout" as const),
    aborted(signal).then(() => "interrupted" as const),
    run.broken.then(() => "broken" as const),
  ]);
  if (kind !== "exited") await endProgram(program, clock, graceMs);
  const isDrained = await drained(program, clock);
  if (!isDrained || program.pid !== null) program.signal("SIGKILL"); // whoever it left behind; elsewhere the bridge asks
  if (!isDrained) await drained(program, clock);
  program.release();
  return { kind, code: kind === "exited" ? await exit : 1, output: output.end(), errors: errors.end() };
}

function collector(bytes: number, redact: (text: string) => string) {
  const clean = createCleanStream(redact);
  const kept = createByteWindow(bytes);
  return {
    push: (chunk: Uint8Array): void => kept.push(clean.push(chunk)),
    end: (): Printed => {
      kept.push(clean.end());
      return kept.end();
    },
  };
}

function abortedAtEnd(): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController();
  return { signal: over.signal, [Symbol.dispose]: () => over.abort("the program has ended") };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
