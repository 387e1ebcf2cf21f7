/** All time in the program. Waiting has these two forms and no other, so that a test can move it by hand. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A signal that aborts when `signal` does or `ms` have passed. Dispose of it when the guarded work is over. */
  readonly deadline: (ms: number, signal: AbortSignal) => Deadline;
};

export type Deadline = Disposable & {
  readonly signal: AbortSignal;
  /** Resolves when the signal aborts. Cheaper than the signal, which is made when somebody asks for it. */
  readonly over: Promise<void>;
  /** True when time ran out, false while it runs or when the outer signal came first. */
  readonly expired: () => boolean;
  /** Starts the time anew: the guard of a stream that is still alive. */
  readonly extend: () => void;
};

/** All chance in the program. */
export type Rng = {
  /** Uniform in [low, high). */
  readonly between: (low: number, high: number) => number;
  /** Lower-case hex digits. */
  readonly hex: (digits: number) => string;
  readonly uuid: () => string;
};

/** Stored times are epoch seconds. */
export function secondsOf(clock: Clock): number {
  return clock.now() / 1_000;
}
