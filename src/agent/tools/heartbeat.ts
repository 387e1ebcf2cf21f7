import type { TurnDeps } from "../turn-state.ts";
import { passed } from "./stopwatch.ts";

const everyMs = 30_000;
const ended = "the tools are done"; // a reason of our own: the default one is an exception with a stack, made at every step

/** Says every half minute that tools are still at work. */
export async function withHeartbeat<T>(
  work: () => Promise<T>,
  { clock, emit }: Pick<TurnDeps, "clock" | "emit">,
): Promise<T> {
  const startedMs = clock.now();
  const over = new AbortController();
  const beat = async (): Promise<never> => {
    for (;;) {
      await passed(everyMs, clock, over.signal);
      emit({ type: "wait.noticed", waitingFor: "tool", waitedMs: clock.now() - startedMs });
    }
  };
  try {
    return await Promise.race([work(), beat()]);
  } finally {
    over.abort(ended);
  }
}
