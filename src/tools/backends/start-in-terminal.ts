import type { ProgramStart, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { leaderOf, signalTree } from "./process-tree.ts";

type Size = NonNullable<ProgramStart["terminal"]>;

const endOfInput = "\u0004"; // what Ctrl+D sends

/** A program that sees a terminal: it may ask, draw and paint. It has no descriptor 3. */
export async function startInTerminal(program: ProgramStart, size: Size): Promise<StartedProgram | StartProblem> {
  const pty = await spawned(program, size);
  if ("kind" in pty) return pty;
  const { pid } = pty;
  const leader = leaderOf(pid);
  pty.onData((chunk: string | Buffer) => program.onOutput(Buffer.from(chunk)));
  const exit = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve(signal === undefined || signal === 0 ? exitCode : 128 + signal));
  });
  const state = { ended: false };
  void exit.then(() => (state.ended = true));
  const write = (text: string): void => {
    if (!state.ended) pty.write(text);
  };
  return {
    kind: "started",
    pid,
    note: null,
    exit,
    closed: exit.then(() => undefined), // told only when all output has arrived
    write,
    endInput: () => write(endOfInput),
    signal: (name) => signalTree(leader, name),
    release: () => {
      if (!state.ended) pty.kill("SIGHUP");
    },
  };
}

async function spawned({ argv: [file, ...args], cwd, env }: ProgramStart, { columns, rows }: Size) {
  try {
    const { spawn } = await import("@lydell/node-pty"); // native: only for who wants a terminal
    return spawn(file, args, { name: "xterm-256color", cols: columns, rows, cwd, env: { ...env }, encoding: null });
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return { kind: "not-started", why } as const;
  }
}
