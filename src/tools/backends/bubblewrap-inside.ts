import { stat } from "node:fs/promises";
import type { StartedProgram } from "../../domain/shell-backend.ts";
import { type Frame, type FrameKind, frame, frameReader } from "./bubblewrap-frames.ts";
import { decodeStart } from "./bubblewrap-start.ts";
import { startProgram } from "./start-program.ts";

const graceMs = 2_000; // between asking what still runs to end and ending it
const programs = new Map<number, StartedProgram>();

function send(kind: FrameKind, id: number, body: Uint8Array | string = ""): void {
  process.stdout.write(frame(kind, id, body)); // a pipe: it takes everything, at the pace of the reader
}

/** The only process of the sandbox that talks to the outside: starts programs and passes on what they say. */
function onFrame({ kind, id, body }: Frame): void {
  if (kind === "start") return void start(id, body);
  if (kind === "end") return end();
  const program = programs.get(id);
  if (program !== undefined) tell(program, kind, body.toString());
  if (kind === "release") programs.delete(id);
}

function tell(program: StartedProgram, kind: FrameKind, text: string): void {
  if (kind === "write") program.write(text);
  if (kind === "end-input") program.endInput();
  if (kind === "release") program.release();
  if (kind === "signal" && (text === "SIGTERM" || text === "SIGKILL" || text === "SIGINT")) program.signal(text);
}

async function start(id: number, body: Buffer): Promise<void> {
  const { aside, ...asked } = decodeStart(body.toString());
  if (!(await isFolder(asked.cwd))) return send("problem", id, `${asked.cwd} cannot be seen inside the sandbox`);
  const program = await startProgram({
    ...asked,
    onOutput: (bytes) => send("output", id, bytes),
    onAside: aside ? (bytes) => send("aside", id, bytes) : null,
  });
  if (program.kind === "not-started") return send("problem", id, program.why);
  programs.set(id, program);
  send("started", id);
  void program.exit.then((code) => send("exit", id, String(code)));
  void program.closed.then(() => send("closed", id));
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Everybody else in here is asked to end; with this process the kernel ends the rest. */
function end(): void {
  try {
    process.kill(-1, "SIGTERM");
  } catch {
    process.exit(0); // nobody is left
  }
  setTimeout(() => process.exit(0), graceMs);
  setInterval(leaveWhenAlone, 20);
}

function leaveWhenAlone(): void {
  try {
    process.kill(-1, 0);
  } catch {
    process.exit(0);
  }
}

const read = frameReader(onFrame);
process.stdin.on("data", (piece: Buffer) => {
  if (!read(piece)) process.exit(70);
});
process.stdin.on("end", () => process.exit(0));
send("ready", 0);
