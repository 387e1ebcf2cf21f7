import { bulkyHistory } from "../tests/support/bulky-history.ts";
import { compressionOf, compressorRig } from "../tests/support/compressor-rig.ts";
import { newSession, temporaryStore } from "../tests/support/temporary-store.ts";
import { calmRound, type Figure } from "./figures.ts";

/** What a compression of 2,000 messages costs besides the summary itself, with nothing weighed before: to decide, and to store. */
export async function compressionFigures(): Promise<readonly Figure[]> {
  const whole: number[] = [];
  const stored: number[] = [];
  for (let round = 0; round < 12; round++) {
    const { decidedMs, storedMs } = await oneCompression();
    whole.push(decidedMs + storedMs);
    stored.push(storedMs);
  }
  const limit = { kind: "at most", value: 50 } as const;
  const name = "compression of 2,000 messages, 1 MB";
  return [
    { name, unit: "ms", ours: calmRound(whole), bare: null, limit },
    { name: "  of it writing to the store", unit: "ms", ours: calmRound(stored), bare: null, limit: null },
  ];
}

async function oneCompression(): Promise<{ readonly decidedMs: number; readonly storedMs: number }> {
  using store = await temporaryStore();
  await store.sessions.create(newSession("long"));
  const journal = store.openJournal(null);
  for (const message of bulkyHistory()) await journal.append("long", message, "turn");
  const { engine } = compressorRig();
  const request = compressionOf(bulkyHistory());
  const start = performance.now();
  const proposal = await engine.compress(request);
  const decided = performance.now();
  if (proposal.outcome !== "ok") throw new Error(`the compression ended ${proposal.outcome}`);
  await journal.commitCompression("long", proposal);
  return { decidedMs: decided - start, storedMs: performance.now() - decided };
}
