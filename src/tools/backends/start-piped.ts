import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { Readable } from "node:stream";
import type { ProgramStart, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { leaderOf, signalTree } from "./process-tree.ts";

/** A program on pipes, leader of a session of its own. */
export async function startPiped(program: ProgramStart): Promise<StartedProgram | StartProblem> {
  const child = spawned(program);
  if ("kind" in child) return child;
  const { pid } = child;
  if (pid === undefined) return { kind: "not-started", why: await startProblem(child) };
  const leader = leaderOf(pid);
  listen(child, program);
  return {
    kind: "started",
    pid,
    note: null,
    exit: new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    }),
    closed: new Promise((resolve) => void child.once("close", () => resolve())),
    write: (text) => {
      if (child.stdin?.writable === true) child.stdin.write(text);
    },
    endInput: () => void child.stdin?.end(),
    signal: (name) => signalTree(leader, name),
    release: () => {
      for (const stream of child.stdio) stream?.destroy();
      child.unref();
    },
  };
}

/** Arguments that are too long are thrown at once, all else comes as an event. */
function spawned({ argv: [file, ...args], cwd, env, input, onAside }: ProgramStart): ChildProcess | StartProblem {
  try {
    return spawn(file, args, {
      cwd,
      env,
      detached: true, // its own session, which can be signalled as a whole
      stdio: [input ? "pipe" : "ignore", "pipe", "pipe", ...(onAside === null ? [] : ["pipe" as const])],
    });
  } catch (error) {
    return { kind: "not-started", why: error instanceof Error ? error.message : String(error) };
  }
}

function startProblem(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => child.once("error", (error) => resolve(error.message)));
}

function listen(child: ChildProcess, { onOutput, onAside }: ProgramStart): void {
  child.on("error", () => undefined); // a signal that could not be sent; the exit is told all the same
  child.stdin?.on("error", () => undefined); // it stopped reading, which is its right
  child.stdout?.on("data", (chunk: Buffer) => onOutput(chunk));
  child.stderr?.on("data", (chunk: Buffer) => onOutput(chunk));
  const aside = child.stdio[3];
  if (aside instanceof Readable) aside.on("data", (chunk: Buffer) => onAside?.(chunk));
}
