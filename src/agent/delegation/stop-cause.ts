import type { Clock } from "../../domain/clock.ts";
import { passed } from "../tools/stopwatch.ts";
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
  readonly clock: Clock;
  readonly signal: AbortSignal; // the parent's stop
};

/** Resolves when the child has to be stopped; never, once `over` has come. */
export function stopCause({ watch, timeoutMs, clock, signal }: Patience, over: AbortSignal): Promise<StopCause> {
  const causes = [aborted(signal, over), silence(watch, clock, over)];
  if (timeoutMs !== null) causes.push(passed(timeoutMs, clock, over).then(() => "timeout"));
  return Promise.race(causes);
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<StopCause> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve("interrupted"), { once: true, signal: over });
    if (signal.aborted) resolve("interrupted");
  });
}

async function silence(watch: Patience["watch"], clock: Clock, over: AbortSignal): Promise<StopCause> {
  const leftMs = (): number => watch.lastSignMs() + (watch.isInTool() ? quietInToolMs : quietMs) - clock.now();
  for (let left = leftMs(); left > 0; left = leftMs()) await passed(left, clock, over);
  return "stalled";
}
