import type { Clock } from "../../domain/clock.ts";

export type StopSignal = "SIGINT" | "SIGTERM";

/** Why the run has to end before it is done. */
export type Stop = { readonly kind: "signal"; readonly signal: StopSignal } | { readonly kind: "output_closed" }; // nobody reads stdout any more

/** Ways the world stops a run. Each function subscribes and returns how to unsubscribe. */
export type StopSources = {
  readonly onSignal: (listener: (signal: StopSignal) => void) => () => void;
  readonly onOutputClosed: (listener: () => void) => () => void;
};

const graceMs = 800; // for the turn to be stored; the whole exit stays within a second

/** Turns signals into one stop, and a second signal or too long a goodbye into an end of all patience. */
export class StopWatch implements Disposable {
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #over = new AbortController();
  readonly #unsubscribe: readonly (() => void)[];
  readonly #patience = Promise.withResolvers<Stop>();
  #stop: Stop | null = null;

  constructor(sources: StopSources, clock: Clock) {
    this.#clock = clock;
    this.#unsubscribe = [
      sources.onSignal((signal) => this.#ask({ kind: "signal", signal })),
      sources.onOutputClosed(() => this.#ask({ kind: "output_closed" })),
    ];
  }

  /** The first reason to stop, or null. */
  get stop(): Stop | null {
    return this.#stop;
  }

  /** Aborts at the first stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Resolves, with the first reason, when nothing may be waited for any longer. */
  get outOfPatience(): Promise<Stop> {
    return this.#patience.promise;
  }

  [Symbol.dispose](): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#over.abort();
  }

  #ask(stop: Stop): void {
    const first = this.#stop;
    if (first !== null) {
      if (stop.kind === "signal") this.#patience.resolve(first);
      return;
    }
    this.#stop = stop;
    const grace = this.#clock.sleep(graceMs, this.#over.signal);
    grace.then(
      () => this.#patience.resolve(stop),
      () => undefined, // all was over in time
    );
    this.#stopping.abort(new DOMException("The run was stopped", "AbortError"));
  }
}
