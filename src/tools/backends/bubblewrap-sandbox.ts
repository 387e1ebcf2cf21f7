import { type ChildProcess, spawn } from "node:child_process";
import { Writable } from "node:stream";
import type { ProgramStart, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { type Frame, frame, frameReader } from "./bubblewrap-frames.ts";
import { encodeStart } from "./bubblewrap-start.ts";

export type SandboxCommand = {
  /** How bubblewrap is to build the walls. */
  readonly args: readonly string[];
  /** What starts programs inside them. */
  readonly inside: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
};

const killed = 137;
const mostComplaint = 2_000;

type Running = {
  readonly program: ProgramStart;
  readonly settle: (started: StartedProgram | StartProblem) => void;
  readonly exited: PromiseWithResolvers<number>;
  readonly closed: PromiseWithResolvers<void>;
};

/** One sandbox from its start to its end. Nothing that comes out of it is trusted beyond being output. */
export class Sandbox {
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #running = new Map<number, Running>();
  readonly #ready = Promise.withResolvers<string | null>();
  #complaint = "";
  #lastId = 0;
  #hasEnded = false;

  constructor({ args, inside, env }: SandboxCommand) {
    this.#child = spawn("bwrap", ["--args", "3", "--", ...inside], {
      env: { ...env },
      detached: true, // a key press meant for us must not end it
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    this.ended = new Promise((resolve) => {
      this.#child.once("close", () => resolve());
      this.#child.once("error", (error) => {
        this.#complaint ||= error.message;
        if (this.#child.pid === undefined) resolve();
      });
    });
    void this.ended.then(() => this.#onEnd());
    this.#listen(args);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Null when programs can be started, else what went wrong. */
  get ready(): Promise<string | null> {
    return this.#ready.promise;
  }

  start(program: ProgramStart): Promise<StartedProgram | StartProblem> {
    const id = (this.#lastId += 1);
    const { onAside, ...told } = program;
    return new Promise((settle) => {
      if (this.#hasEnded) return settle({ kind: "not-started", why: "the sandbox has ended" });
      const parts = { exited: Promise.withResolvers<number>(), closed: Promise.withResolvers<void>() };
      this.#running.set(id, { program, settle, ...parts });
      this.#send(frame("start", id, encodeStart({ ...told, aside: onAside !== null })));
    });
  }

  /** Asks what runs inside to end. */
  askToEnd(): void {
    this.#send(frame("end", 0));
  }

  kill(): void {
    this.#child.kill("SIGKILL"); // the kernel ends all the others
  }

  #listen(args: readonly string[]): void {
    const { stdout, stderr, stdio } = this.#child;
    const plan = stdio[3];
    for (const stream of stdio) stream?.on("error", () => undefined); // it ended; that is told once
    if (plan instanceof Writable) plan.end(args.map((arg) => `${arg}\0`).join(""));
    const read = frameReader((one) => this.#onFrame(one));
    stdout?.on("data", (piece: Buffer) => {
      if (!read(piece)) this.kill();
    });
    stderr?.on("data", (piece: Buffer) => {
      if (this.#complaint.length < mostComplaint) this.#complaint += piece.toString();
    });
  }

  #send(bytes: Buffer): void {
    if (this.#child.stdin?.writable === true) this.#child.stdin.write(bytes);
  }

  #onFrame({ kind, id, body }: Frame): void {
    if (kind === "ready") return this.#ready.resolve(null);
    const running = this.#running.get(id);
    if (running === undefined) return;
    const { program, settle, exited, closed } = running;
    if (kind === "started") settle(this.#started(id, running));
    if (kind === "output") program.onOutput(body);
    if (kind === "aside") program.onAside?.(body);
    if (kind === "exit") exited.resolve(exitCode(body.toString()));
    if (kind === "closed") closed.resolve();
    if (kind === "problem") {
      this.#running.delete(id);
      settle({ kind: "not-started", why: body.toString() });
    }
  }

  #started(id: number, { exited, closed }: Running): StartedProgram {
    return {
      kind: "started",
      pid: null, // it has one inside, which means nothing here
      note: null,
      exit: exited.promise,
      closed: closed.promise,
      write: (text) => this.#send(frame("write", id, text)),
      endInput: () => this.#send(frame("end-input", id)),
      signal: (name) => this.#send(frame("signal", id, name)),
      release: () => {
        this.#send(frame("release", id));
        void exited.promise.then(() => this.#running.delete(id));
      },
    };
  }

  #onEnd(): void {
    this.#hasEnded = true;
    this.#ready.resolve(this.#complaint.trim().split("\n")[0] ?? "");
    for (const { settle, exited, closed } of this.#running.values()) {
      settle({ kind: "not-started", why: "the sandbox ended" });
      exited.resolve(killed);
      closed.resolve();
    }
    this.#running.clear();
  }
}

function exitCode(text: string): number {
  const code = Number(text);
  return Number.isInteger(code) && code >= 0 && code <= 255 ? code : killed;
}
