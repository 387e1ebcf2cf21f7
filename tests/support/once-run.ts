import type { StopSignal } from "../../src/surfaces/once/stop-watch.ts";
import type { OnceRequest, OnceRun } from "../../src/surfaces/once/once-run.ts";
import type { Opening } from "../../src/surfaces/once/once-session.ts";
import { runOnce } from "../../src/surfaces/once/run-once.ts";
import { noLog } from "../../src/domain/log.ts";
import { capturedTerminal } from "./captured-terminal.ts";
import { FakeClock } from "./fake-clock.ts";
import { type ScriptedSession, type ScriptedTurn, scriptedSession } from "./scripted-session.ts";

const plainRequest: OnceRequest = {
  prompt: "hello",
  queryFile: null,
  images: [],
  outputFormat: "text",
  inputFormat: "text",
  jsonSchemaFile: null,
  usageFile: null,
  quiet: false,
  verbose: false,
};

export type Staged = {
  readonly session: ScriptedSession;
  readonly clock: FakeClock;
  readonly code: Promise<number>;
  readonly out: () => string;
  readonly err: () => string;
  readonly signal: (signal: StopSignal) => void;
  readonly closeOutput: () => void;
  /** One more line on stdin, for the stream-json input. */
  readonly type: (line: string) => void;
  readonly endInput: () => void;
};

type Setting = Partial<OnceRequest> & {
  readonly script?: readonly ScriptedTurn[];
  readonly input?: string | Uint8Array | null;
  readonly opening?: (signal: AbortSignal) => Promise<Opening>;
  readonly cwd?: string;
};

/** A headless run with everything around it in the hands of a test. */
export function stageRun({ script = [{}], input = null, opening, cwd = "/", ...request }: Setting = {}): Staged {
  const session = scriptedSession(script);
  const clock = new FakeClock();
  const { terminal, out, err } = capturedTerminal(request.inputFormat === "stream-json" ? "" : input);
  const listeners = { signal: new Set<(signal: StopSignal) => void>(), closed: new Set<() => void>() };
  const stdin = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 1_000 });
  const writer = stdin.writable.getWriter();
  const run: OnceRun = {
    request: { ...plainRequest, ...request },
    openSession: opening ?? (() => Promise.resolve({ kind: "opened", session })),
    terminal,
    readChunks: () => stdin.readable,
    stops: {
      onSignal: (listener) => subscribe(listeners.signal, listener),
      onOutputClosed: (listener) => subscribe(listeners.closed, listener),
    },
    clock,
    log: noLog,
    cwd,
  };
  return {
    session,
    clock,
    code: runOnce(run),
    out,
    err,
    signal: (signal) => listeners.signal.forEach((listener) => listener(signal)),
    closeOutput: () => listeners.closed.forEach((listener) => listener()),
    type: (line) => void writer.write(new TextEncoder().encode(`${line}\n`)),
    endInput: () => void writer.close(),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
