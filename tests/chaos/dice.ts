import type { Rng } from "../../src/domain/clock.ts";

/** All chance of a run. The same parts give the same throws. */
export type Dice = {
  /** In [0, 1). */
  readonly next: () => number;
  /** Both ends included. */
  readonly int: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

export function diceFor(...parts: readonly (string | number)[]): Dice {
  const next = mulberry32(fnv1a(parts.join("/")));
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
  };
}

export function rngFrom({ next, int }: Dice): Rng {
  const hex = (digits: number): string => Array.from({ length: digits }, () => int(0, 15).toString(16)).join("");
  return {
    between: (low, high) => low + next() * (high - low),
    hex,
    uuid: () => [8, 4, 4, 4, 12].map(hex).join("-"),
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
