import type { Clock, Rng } from "../../domain/clock.ts";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import { endProgram } from "../backends/end-program.ts";
import { createCleanStream } from "../terminal/clean-stream.ts";
import { terminalSize } from "../terminal/run-command.ts";
import { sudoEnvironment } from "../terminal/sudo-environment.ts";
import { shellArguments } from "../terminal/shell-scripts.ts";
import { type BackgroundProcess, hasEnded } from "./background-process.ts";
import { detachedProcess } from "./detached-process.ts";
import { createNoticeBoard, type NoticeBoard } from "./process-notices.ts";
import type { ProcessRecords } from "./process-records.ts";
import { createProcessEars, trackProcess, type TrackedStart } from "./track-process.ts";

export type ProcessTableDeps = {
  readonly backend: ShellBackend;
  readonly shell: string;
  readonly clock: Clock;
  readonly rng: Rng;
  /** Null: nothing is written down. */
  readonly records: ProcessRecords | null;
};

export type ProcessStart = Pick<TrackedStart, "command" | "cwd" | "notify" | "patterns" | "pty" | "readsCommands"> & {
  readonly env: Readonly<Record<string, string>>;
  /** What its shell has to do before the command. */
  readonly lines: readonly string[];
  readonly sudoPassword: string | null;
  readonly redact: (text: string) => string;
};

export type ProcessStarted =
  | { readonly kind: "started"; readonly process: BackgroundProcess; readonly note: string | null }
  | { readonly kind: "refused"; readonly why: string };

export type ProcessFound =
  | { readonly kind: "found"; readonly process: BackgroundProcess }
  | { readonly kind: "unknown" }
  | { readonly kind: "ambiguous"; readonly ids: readonly string[] };

const mostTracked = 64;
const closing = "the session is closing";
const keptMs = 30 * 60 * 1_000;

/** The background processes of one session. */
export class ProcessTable {
  readonly notices: NoticeBoard = createNoticeBoard();
  readonly #deps: ProcessTableDeps;
  readonly #processes = new Map<string, BackgroundProcess>();
  #lookedBack = false;
  #closed: Promise<readonly BackgroundProcess[]> | null = null;

  constructor(deps: ProcessTableDeps) {
    this.#deps = deps;
  }

  async start(start: ProcessStart): Promise<ProcessStarted> {
    if (this.#closed !== null) return { kind: "refused", why: closing };
    if (!this.#makeRoom()) {
      return { kind: "refused", why: `${mostTracked} background processes run already; kill one first` };
    }
    const id = `proc_${this.#deps.rng.hex(12)}`;
    const clean = createCleanStream(start.redact);
    return this.#launch({ ...start, id, command: start.redact(start.command), clean }, start);
  }

  /** In the order they were started. */
  all(): readonly BackgroundProcess[] {
    this.#lookBack();
    this.#forgetOld();
    return [...this.#processes.values()].toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  }

  /** By its id or the beginning of it, as long as that is the beginning of one only. */
  find(id: string): ProcessFound {
    const all = this.all();
    const found = all.filter((process) => process.id === id || process.id.startsWith(id));
    const [process] = found;
    if (process === undefined) return { kind: "unknown" };
    return found.length === 1 ? { kind: "found", process } : { kind: "ambiguous", ids: found.map((one) => one.id) };
  }

  /** Ends what this session started and still runs; returns that. Those of an earlier agent are left alone. */
  close(): Promise<readonly BackgroundProcess[]> {
    this.#closed ??= this.#endAll();
    return this.#closed;
  }

  /** Leaves what runs to itself; what is written down about it is found by the next session of this conversation. */
  letGo(): void {
    this.#closed ??= Promise.resolve([]);
    this.notices.silence();
    for (const process of this.#processes.values()) if (process.state().status === "running") process.letGo();
  }

  async #endAll(): Promise<readonly BackgroundProcess[]> {
    this.notices.silence();
    const own = [...this.#processes.values()].filter((process) => process.input !== null);
    const running = own.filter((process) => process.state().status === "running");
    await Promise.all(running.map((process) => process.kill()));
    return running;
  }

  async #launch(tracked: TrackedStart, { command, env, lines, sudoPassword }: ProcessStart): Promise<ProcessStarted> {
    const { backend, shell, clock, records } = this.#deps;
    const { id, pty, cwd } = tracked;
    const around = { clock, notices: this.notices, onEnd: () => records?.remove(id) };
    const ears = createProcessEars(tracked, around);
    const sudo = sudoPassword !== null && !pty; // a terminal would show what is typed
    const program = await backend.start({
      argv: shellArguments(shell, command, { snapshot: false, sudo, input: true, lines }),
      cwd,
      env: sudo ? sudoEnvironment(env) : env,
      input: true,
      terminal: pty ? terminalSize : null,
      onOutput: ears.hear,
      onAside: null,
    });
    if (program.kind === "not-started") return { kind: "refused", why: program.why };
    if (this.#closed !== null) {
      await endProgram(program, clock); // the session was closed while it started
      return { kind: "refused", why: closing };
    }
    if (sudo) program.write(`${sudoPassword}\n`);
    const process = trackProcess(tracked, program, ears, around);
    this.#processes.set(id, process);
    this.#writeDown(process);
    return { kind: "started", process, note: program.note };
  }

  /** In case this agent dies before the process does. */
  #writeDown({ id, pid, command, cwd, startedAtMs }: BackgroundProcess): void {
    const { records, backend } = this.#deps;
    if (pid === null && backend.name !== "bubblewrap") return; // only of a sandbox is it known that nothing outlives it
    records?.save({ id, pid, backend: backend.name, command, cwd, started_at: startedAtMs / 1_000 });
  }

  /** Once: what an agent that is gone has left to this conversation. */
  #lookBack(): void {
    if (this.#lookedBack) return;
    this.#lookedBack = true;
    const { records, clock } = this.#deps;
    for (const record of records?.orphans() ?? []) {
      this.#processes.set(
        record.id,
        detachedProcess(record, clock, () => records?.remove(record.id)),
      );
    }
  }

  #forgetOld(): void {
    const oldest = this.#deps.clock.now() - keptMs;
    for (const [id, process] of this.#processes) {
      const state = process.state();
      if (hasEnded(state) && state.atMs < oldest) this.#processes.delete(id);
    }
  }

  /** The one that ended first goes; those that run stay. */
  #makeRoom(): boolean {
    const all = this.all();
    if (all.length < mostTracked) return true;
    const [first] = all
      .flatMap((process) => {
        const state = process.state();
        return hasEnded(state) ? [{ id: process.id, atMs: state.atMs }] : [];
      })
      .toSorted((a, b) => a.atMs - b.atMs);
    return first !== undefined && this.#processes.delete(first.id);
  }
}
