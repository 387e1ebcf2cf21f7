import { bulkyHistory } from "../tests/support/bulky-history.ts";
import { compressionOf, compressorRig } from "../tests/support/compressor-rig.ts";
import { calmRound, type Figure } from "./figures.ts";

/** What a compression of 2,000 messages costs besides the summary itself, with nothing weighed before. */
export async function compressionFigures(): Promise<readonly Figure[]> {
  const rounds: number[] = [];
  for (let round = 0; round < 12; round++) {
    const { engine } = compressorRig();
    const request = compressionOf(bulkyHistory());
    const start = performance.now();
    const { outcome } = await engine.compress(request);
    rounds.push(performance.now() - start);
    if (outcome !== "ok") throw new Error(`the compression ended ${outcome}`);
  }
  const limit = { kind: "at most", value: 50 } as const;
  return [{ name: "compression of 2,000 messages, 1 MB", unit: "ms", ours: calmRound(rounds), bare: null, limit }];
}
