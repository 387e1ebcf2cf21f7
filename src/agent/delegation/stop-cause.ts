import type { Clock } from "../../domain/clock.ts";
import { passed } from "../tools/stopwatch.ts";
import type { AskedTime } from "./asked-time.ts";
import type { ChildWatch } from "./watch-child.ts";

/** Why a child is not left to end by itself. */
export type StopCause = "interrupted" | "timeout" | "stalled";

const quietMs = 450_000;
const quietInToolMs = 1_200_000;

/** How long a child that was told to stop may take, before its parent goes on without it. */
export const graceMs: Readonly<Record<StopCause, number>> = {
  interrupted: 2_000, // less than a call is given that is being stopped, so that finished siblings are not lost with it
  timeout: 20_000,
  stalled: 120_000,
};

type Patience = {
  readonly watch: Pick<ChildWatch, "lastSignMs" | "isInTool">;
  readonly timeoutMs: number | null;
  readonly asked: Pick<AskedTime, "reaches" | "isAsking" | "askedUntilMs">;
  readonly clock: Clock;
  readonly signal: AbortSignal; // the parent's stop
};

/** Resolves when the child has to be stopped; never, once `over` has come. */
export function stopCause(patience: Patience, over: AbortSignal): Promise<StopCause> {
  const { timeoutMs, asked, signal } = patience;
  const causes = [aborted(signal, over), silence(patience, over)];
  if (timeoutMs !== null) causes.push(asked.reaches(timeoutMs, over).then(() => "timeout"));
  return Promise.race(causes);
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<StopCause> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve("interrupted"), { once: true, signal: over });
    if (signal.aborted) resolve("interrupted");
  });
}

async function silence({ watch, asked, clock }: Patience, over: AbortSignal): Promise<StopCause> {
  const leftMs = (): number => {
    const mostMs = watch.isInTool() ? quietInToolMs : quietMs;
    if (asked.isAsking()) return mostMs; // a person thinks, not the child
    return Math.max(watch.lastSignMs(), asked.askedUntilMs()) + mostMs - clock.now();
  };
  for (let left = leftMs(); left > 0; left = leftMs()) await passed(left, clock, over);
  return "stalled";
}
