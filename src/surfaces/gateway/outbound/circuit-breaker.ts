import type { Clock } from "../../../domain/clock.ts";
import type { SendResult } from "../../../domain/platform.ts";

const mostFailures = 6;
const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** Leaves a platform alone that fails again and again; the pauses grow until something goes well. */
export type CircuitBreaker = {
  readonly note: (result: SendResult) => void;
  /** 0: calls may be made. */
  readonly pausedForMs: () => number;
  readonly resume: () => void;
};

/** `onPaused` is called once, however long it goes on. */
export function circuitBreaker(clock: Clock, onPaused: (pauseMs: number) => void): CircuitBreaker {
  let [failures, pauses, untilMs] = [0, 0, 0];
  const resume = (): void => {
    [failures, pauses, untilMs] = [0, 0, 0];
  };
  return {
    note: (result) => {
      if (!isOutage(result)) return resume();
      failures += 1;
      if (failures < mostFailures && pauses === 0) return;
      const pauseMs = Math.min(firstPauseMs * 2 ** pauses, longestPauseMs);
      untilMs = clock.now() + pauseMs;
      pauses += 1;
      if (pauses === 1) onPaused(pauseMs);
    },
    pausedForMs: () => Math.max(0, untilMs - clock.now()),
    resume,
  };
}

/** Being told to wait, or that a text or a chat is not right, shows that the platform is there. */
function isOutage(result: SendResult): boolean {
  return !result.ok && result.kind === "retryable" && result.retryAfterMs === undefined;
}
