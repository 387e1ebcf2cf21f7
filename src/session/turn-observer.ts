import { aborted } from "../agent/guarded-hook.ts";
import type { ContextHost } from "../agent/context-host.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import type { Log } from "../domain/log.ts";
import type { Fence } from "../domain/turn-journal.ts";
import type { Usage } from "../domain/usage.ts";

/** Lets the engine look at a turn that is over, behind the person's back; the next turn ends it. */
export class TurnObserver {
  readonly #host: ContextHost;
  readonly #log: Log;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  #fence: Fence | null = null;

  constructor(host: ContextHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  /** What its writes are checked against; null: it is not at work. */
  get fence(): Fence | null {
    return this.#fence;
  }

  begin(turn: TurnState, deps: TurnDeps, usage: Usage | null): void {
    if (this.#host.engine.onTurnComplete === undefined || this.#running !== null) return;
    const stop = new AbortController();
    const done = this.#observe({ ...turn, signal: stop.signal }, deps, usage).catch((error: unknown) => {
      this.#log("warning", "engine.observation_failed", { error: String(error) });
    });
    this.#running = { stop, done };
  }

  async end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.stop.abort();
    await running?.done;
  }

  async #observe(turn: TurnState, deps: TurnDeps, usage: Usage | null): Promise<void> {
    const { history, sessionId, turnId, signal } = turn;
    await using lock = await this.#host.lock();
    if (lock === null || signal.aborted) return;
    this.#fence = lock.fence;
    const look = async (): Promise<void> =>
      this.#host.engine.onTurnComplete?.(history, usage, { sessionId, turnId, signal });
    await this.#host.summaries.during(turn, deps, () => Promise.race([look(), aborted(signal).then(() => undefined)]));
    this.#fence = null;
    await this.#host.memory.flush();
  }
}
