import { type PromptLayout, positionsOf } from "../../src/simulator/cache/layout.ts";
import type { Rates } from "./columns.ts";

type Seen = { readonly tokens: number; reused: boolean };

/**
 * The least a trace could have cost: every prefix that was ever sent is read, everything else is written once if a later
 * request reads it, and paid plainly if none does. No limit on markers, no look-back, no expiry.
 */
export function createOracle(): {
  readonly add: (layout: PromptLayout) => void;
  readonly total: (rates: Rates) => number;
} {
  const seen = new Map<string, Seen>();
  let common = 0;
  return {
    add: (layout) => {
      let before = 0;
      for (const { key, tokens } of positionsOf({ ...layout, scope: "" })) {
        const known = seen.get(key);
        if (known === undefined) seen.set(key, { tokens: tokens - before, reused: false });
        else {
          known.reused = true;
          common += tokens - before;
        }
        before = tokens;
      }
    },
    total: ({ read, write }) =>
      [...seen.values()].reduce((sum, { tokens, reused }) => sum + tokens * (reused ? write : 1), common * read),
  };
}
