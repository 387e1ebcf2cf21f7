import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fakeRng } from "../tests/support/fake-rng.ts";
import { fillWithTalk, queryMix } from "../tests/support/search-corpus.ts";
import { storeOptions, temporaryStore } from "../tests/support/temporary-store.ts";
import type { Figure } from "./figures.ts";

/** The mix of 200 searches over 100,000 stored messages: what all but one in twenty stay under. */
export async function searchFigures(): Promise<readonly Figure[]> {
  const options = storeOptions();
  try {
    using store = await temporaryStore(options);
    fillWithTalk(options.path, 100_000, fakeRng());
    const times = queryMix(fakeRng(2)).map((query) => {
      const start = performance.now();
      store.search(query);
      return performance.now() - start;
    });
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
    return [{ name: "search, p95 of 200", unit: "ms", ours: p95, bare: null, limit: { kind: "at most", value: 50 } }];
  } finally {
    rmSync(dirname(options.path), { recursive: true, force: true });
  }
}
