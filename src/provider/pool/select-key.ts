import type { Rng } from "../../domain/clock.ts";
import { isUsable, type KeyRow } from "./key-row.ts";

export type PoolStrategy = "fill_first" | "round_robin" | "least_used" | "random";

export type Selection = {
  readonly strategy: PoolStrategy;
  readonly nowSeconds: number;
  readonly rng: Rng;
  /** How many others hold a key. */
  readonly holders: (id: string) => number;
  readonly refuse: (row: KeyRow) => boolean;
};

/** A usable key, rather one that nobody else holds; null when there is none. */
export function selectKey(rows: readonly KeyRow[], selection: Selection): KeyRow | null {
  const { nowSeconds, holders, refuse } = selection;
  const usable = rows.filter((row) => isUsable(row, nowSeconds) && !refuse(row));
  const fewest = Math.min(...usable.map(({ id }) => holders(id)));
  return byStrategy(
    usable.filter(({ id }) => holders(id) === fewest),
    selection,
  );
}

function byStrategy(rows: readonly KeyRow[], { strategy, rng }: Selection): KeyRow | null {
  switch (strategy) {
    case "fill_first":
      return rows[0] ?? null;
    case "round_robin": // the one unused for longest comes next
      return rows.toSorted((a, b) => a.last_used_at - b.last_used_at)[0] ?? null;
    case "least_used":
      return rows.toSorted((a, b) => a.request_count - b.request_count)[0] ?? null;
    case "random":
      return rows[Math.floor(rng.between(0, rows.length))] ?? null;
  }
}
