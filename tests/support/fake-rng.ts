import type { Rng } from "../../src/domain/clock.ts";

/** Chance that repeats: the same seed gives the same run. */
export function fakeRng(seed = 1): Rng {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return (state ^ (state >>> 13)) >>> 0;
  };
  const hex = (digits: number): string => Array.from({ length: digits }, () => (next() % 16).toString(16)).join("");
  return {
    between: (low, high) => low + (next() / 2 ** 32) * (high - low),
    hex,
    uuid: () => [8, 4, 4, 4, 12].map(hex).join("-"),
  };
}
