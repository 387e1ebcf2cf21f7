import { PlaceProblem } from "../../domain/file-place.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ShellBackend, StartedProgram } from "../../domain/shell-backend.ts";
import { endProgram } from "../backends/end-program.ts";

export type AwayDeps = { readonly backend: ShellBackend; readonly clock: Clock };

export type ScriptRun = {
  /** For a POSIX shell; what it complains about does not join its output. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** What it reads; UTF-8 as it is. */
  readonly input?: string;
  readonly mostBytes: number;
  readonly limitMs?: number;
  /** It changes files: broken off, nobody knows how far it came. */
  readonly changes?: true;
};

export type ScriptEnd = {
  readonly code: number;
  readonly output: Buffer;
  readonly complaint: string;
  /** It printed more than was wanted and was stopped. */
  readonly cut: boolean;
};

const usualLimitMs = 60_000;
const longestWords = 100_000; // the words of one program; Linux takes 131,072 bytes in one of them

/** Runs a shell script where the session's programs run. A place out of reach is thrown as a `PlaceProblem`. */
export async function runScript(run: ScriptRun, deps: AwayDeps, signal: AbortSignal): Promise<ScriptEnd> {
  signal.throwIfAborted();
  const { backend, clock } = deps;
  refuseWords(run.args);
  const heard = collector(run.mostBytes);
  using deadline = clock.deadline(run.limitMs ?? usualLimitMs, signal);
  const program = await backend.start({
    argv: ["sh", "-c", `exec 2>&3 3>&-; ${run.script}`, "sh", ...run.args],
    cwd: run.cwd ?? "/",
    env: { LC_ALL: "C" },
    input: run.input !== undefined,
    terminal: null,
    onOutput: heard.output,
    onAside: heard.aside,
  });
  if (program.kind === "not-started")
    throw new PlaceProblem(`Files cannot be reached (${backend.name}): ${program.why}`);
  if (run.input !== undefined) {
    program.write(run.input);
    program.endInput();
  }
  const how = await Promise.race([
    program.closed.then(() => "closed" as const),
    heard.full.then(() => "full" as const),
    aborted(deadline.signal).then(() => "stopped" as const),
  ]);
  if (how !== "closed") await endProgram(program, clock);
  if (how === "stopped") throw stopped(run, deadline.expired(), signal);
  return ended(await program.exit, program, { run, backend, heard });
}

type Heard = ReturnType<typeof collector>;

function ended(
  code: number,
  program: StartedProgram,
  { run, backend, heard }: { readonly run: ScriptRun; readonly backend: ShellBackend; readonly heard: Heard },
): ScriptEnd {
  const lost = program.lost?.() ?? null;
  if (lost !== null) throw broken(run, `the connection was lost (${backend.name}: ${lost})`);
  return { code, ...heard.end() };
}

function stopped(run: ScriptRun, isLate: boolean, signal: AbortSignal): unknown {
  if (isLate) return broken(run, "it took too long there");
  return run.changes === true ? broken(run, "it was interrupted") : signal.reason;
}

function broken({ changes }: ScriptRun, why: string): PlaceProblem {
  if (changes !== true) return new PlaceProblem(`Files could not be read: ${why}.`);
  const words = `Writing was broken off: ${why}. Whether files were changed is unknown; read them before you go on.`;
  return new PlaceProblem(words, "unknown");
}

function refuseWords(args: readonly string[]): void {
  if (args.some((arg) => arg.includes("\0"))) throw new PlaceProblem("A path holds a NUL character.");
  const length = args.reduce((sum, arg) => sum + Buffer.byteLength(arg), 0);
  if (length > longestWords) throw new PlaceProblem("Too many or too long paths for one call. Nothing was done.");
}

function collector(mostBytes: number) {
  const chunks: Buffer[] = [];
  const full = Promise.withResolvers<void>();
  let [size, complaint] = [0, ""];
  return {
    full: full.promise,
    output: (bytes: Uint8Array): void => {
      if (size <= mostBytes) chunks.push(Buffer.from(bytes));
      size += bytes.length;
      if (size > mostBytes) full.resolve();
    },
    aside: (bytes: Uint8Array): void => void (complaint = (complaint + Buffer.from(bytes).toString()).slice(-2_000)),
    end: () => ({ output: Buffer.concat(chunks).subarray(0, mostBytes), complaint, cut: size > mostBytes }),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
