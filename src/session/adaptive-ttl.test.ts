import fc from "fast-check";
import { expect, test } from "vitest";
import type { Pauses } from "../domain/cache-state.ts";
import { newPauses, requestSent, turnBegan } from "./adaptive-ttl.ts";

const rates = { read: 0.1, write: 1.25, writeHour: 2 };
const minute = 60;

/** Turns of `x` tokens that begin so long after the last request; how each of them is cached. */
function played(
  pauses: readonly number[],
  x = 5_000,
  { isFull = (): boolean => false, start = 25_000 } = {},
): readonly Pauses[] {
  let state = newPauses(true);
  let [now, context] = [0, start];
  return [0, ...pauses].map((pause) => {
    now += pause;
    state = turnBegan(state, { nowSeconds: now, contextTokens: context, rates, isFull });
    state = requestSent(state, now);
    context += x;
    return state;
  });
}
const ttls = (...given: Parameters<typeof played>): string =>
  played(...given)
    .map(({ ttl }) => ttl)
    .join(" ");

test("one pause between five minutes and an hour is enough, and quick work brings five minutes back", () => {
  expect(ttls([6 * minute])).toBe("5m 1h");
  expect(ttls([5 * minute, 5 * minute])).toBe("5m 5m 5m");
  expect(ttls([6 * minute, ...Array.from({ length: 8 }, () => 5 * minute)])).toMatch(/^5m 1h .*5m$/);
});

test("an hour that a turn pays for with more than the pause costs is not taken", () => {
  expect(ttls([6 * minute], 60_000)).toBe("5m 5m");
});

test("what will be compressed before the next pause is not written for an hour", () => {
  expect(ttls([6 * minute], 5_000, { isFull: () => true })).toBe("5m 5m");
});

test("whatever the pauses: no hour before the first one, and ten minutes between two changes", () => {
  const anyPauses = fc.array(fc.integer({ min: 0, max: 7_200 }), { maxLength: 30 });
  fc.assert(
    fc.property(anyPauses, fc.integer({ min: 1, max: 40_000 }), (pauses, x) => {
      const states = played(pauses, x);
      let [now, changedAt] = [0, -Infinity];
      for (const [index, { ttl, share }] of states.entries()) {
        now += pauses[index - 1] ?? 0;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        if (pauses.slice(0, index).every((pause) => pause <= 300)) expect(ttl).toBe("5m");
        if (index === 0 || states[index - 1]?.ttl === ttl) continue;
        expect(now - changedAt).toBeGreaterThanOrEqual(600);
        changedAt = now;
      }
    }),
  );
});
