import { setTimeout as realWait } from "node:timers/promises";
import type { FakeClock } from "../support/fake-clock.ts";

export type Driven<Value> =
  | { readonly kind: "settled"; readonly value: Value }
  | { readonly kind: "hung"; readonly why: string };

const realPatienceMs = 5_000;

/** Moves time from one thing due to the next until the work is done, or it is clear that it never will be. */
export async function drive<Value>(work: Promise<Value>, clock: FakeClock, limitMs: number): Promise<Driven<Value>> {
  const until = clock.now() + limitMs;
  const watch = { settled: false };
  const done = work.finally(() => void (watch.settled = true));
  done.catch(() => undefined); // whoever awaits the result sees it
  let idleMs = 0;
  await clock.advance(0);
  while (!watch.settled) {
    const due = clock.nextDue;
    if (due !== null && due > until) return { kind: "hung", why: `${limitMs / 1_000} s of its time were not enough` };
    if (due !== null) await clock.advance(Math.max(0, due - clock.now()));
    else if (idleMs > realPatienceMs) return { kind: "hung", why: "nothing is due any more" };
    else {
      idleMs += 1;
      await realWait(1);
      await clock.advance(0);
    }
  }
  return { kind: "settled", value: await done };
}
