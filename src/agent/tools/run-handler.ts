import type { Clock } from "../../domain/clock.ts";
import type { Dispatched } from "./toolbox.ts";
import { passed, type Stopwatch } from "./stopwatch.ts";

/** How a handler was left: with its result, or without it. */
export type HandlerEnd =
  | { readonly kind: "done"; readonly result: Dispatched }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" };

export type Patience = {
  readonly limitMs: number; // of working time; Infinity: none
  readonly watch: Stopwatch;
  readonly clock: Clock;
  readonly interrupt: AbortSignal;
};

const graceMs = 3_000;
const ended = "the call is over"; // a reason of our own: the default one is an exception with a stack, made at every step

/** Enters a handler and waits for it as long as time and the person allow. One that is left behind has been told. */
export async function runHandler(
  handler: (signal: AbortSignal) => Promise<Dispatched>,
  patience: Patience,
): Promise<HandlerEnd> {
  const stop = new AbortController();
  const over = new AbortController();
  const done = handler(stop.signal).then((result): HandlerEnd => ({ kind: "done", result }));
  try {
    const end = await Promise.race([done, tooLate(patience, over.signal), interrupted(patience, stop, over.signal)]);
    if (end.kind !== "done") stop.abort(); // it may still be at work
    return end;
  } finally {
    over.abort(ended);
    stop.abort(ended); // whatever it left running
  }
}

async function tooLate({ watch, limitMs }: Patience, over: AbortSignal): Promise<HandlerEnd> {
  if (limitMs === Infinity) return new Promise(() => undefined);
  await watch.reaches(limitMs, over);
  return { kind: "timeout" };
}

/** A handler that is told to stop may still end in good order. */
async function interrupted(
  { interrupt, clock }: Patience,
  stop: AbortController,
  over: AbortSignal,
): Promise<HandlerEnd> {
  await new Promise<void>((resolve) => {
    interrupt.addEventListener("abort", () => resolve(), { once: true, signal: over });
    if (interrupt.aborted) resolve();
  });
  stop.abort(interrupt.reason);
  await passed(graceMs, clock, over);
  return { kind: "cancelled" };
}
