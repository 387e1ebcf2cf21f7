import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { openLab } from "./lab.ts";

const ShareSchema = z.object({ seed: z.number(), first: z.number(), step: z.number(), runs: z.number() });

/** Every `step`-th run from `first` on. */
export type Share = z.infer<typeof ShareSchema>;
export type Finding = { readonly run: number; readonly violations: readonly string[] };

const { seed, first, step, runs } = ShareSchema.parse(workerData);
using lab = await openLab();
for (let run = first; run < runs; run += step) {
  const { violations } = await lab.run(seed, run);
  const finding: Finding = { run, violations };
  if (violations.length > 0) parentPort?.postMessage(finding, []);
}
