import type { Clock } from "../../../domain/clock.ts";

/** How often messages of one turn may change. Whatever is shown of it shares this. */
export type EditPace = {
  /** Resolves when the next change may be made; false: the signal came first. */
  readonly ready: (signal: AbortSignal) => Promise<boolean>;
  /** The platform wants to be left alone for so long. */
  readonly hold: (ms: number) => void;
  /** Resolves when it need not be left alone any more. */
  readonly calm: (signal: AbortSignal) => Promise<void>;
};

export function editPace(intervalMs: number, clock: Clock): EditPace {
  let [nextMs, heldMs] = [0, 0];
  return {
    ready: async (signal) => {
      while (clock.now() < Math.max(nextMs, heldMs)) {
        if (!(await slept(clock, Math.max(nextMs, heldMs) - clock.now(), signal))) return false;
      }
      nextMs = clock.now() + intervalMs;
      return !signal.aborted;
    },
    hold: (ms) => void (heldMs = Math.max(heldMs, clock.now() + Math.min(ms, longestHoldMs))),
    calm: async (signal) => {
      if (clock.now() < heldMs) await slept(clock, heldMs - clock.now(), signal);
    },
  };
}

/** Whoever asks for more gets the answer late, but gets it. */
const longestHoldMs = 5 * 60_000;

export function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}
