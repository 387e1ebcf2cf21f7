import type { CompressionFigures } from "../../store/insights/compression-figures.ts";
import { sumKnown } from "./accounts.ts";

export type CompressionReport = {
  /** Those that made a history shorter. */
  readonly count: number;
  /** The share of tokens one of them saved, on average; null: there was none. */
  readonly mean_saving: number | null;
  readonly skipped_by_cooldown: number;
  readonly failures: number;
  readonly seconds: number;
  readonly cost_usd: number | null;
  readonly by_trigger: Readonly<Record<string, number>>;
  /** Of attempts that came to nothing. */
  readonly by_outcome: Readonly<Record<string, number>>;
};

const putOff = "cooldown";
const failed = new Set(["failed", "would_grow", "no_progress"]);

export function compressionReport(figures: readonly CompressionFigures[]): CompressionReport {
  const done = figures.filter(({ ok }) => ok);
  const vain = figures.filter(({ ok }) => !ok);
  const count = attemptsIn(done);
  const saved = done.reduce((sum, each) => sum + each.saved, 0);
  return {
    count,
    mean_saving: count === 0 ? null : saved / count,
    skipped_by_cooldown: attemptsIn(vain.filter(({ outcome }) => outcome === putOff)),
    failures: attemptsIn(vain.filter(({ outcome }) => failed.has(outcome))),
    seconds: figures.reduce((sum, each) => sum + each.duration_ms, 0) / 1_000,
    cost_usd: sumKnown(figures.map(({ cost_usd: cost }) => cost)),
    by_trigger: counted(done, ({ trigger }) => trigger),
    by_outcome: counted(vain, ({ outcome }) => outcome),
  };
}

function attemptsIn(figures: readonly CompressionFigures[]): number {
  return figures.reduce((sum, { attempts }) => sum + attempts, 0);
}

function counted(figures: readonly CompressionFigures[], nameOf: (each: CompressionFigures) => string) {
  const groups = Map.groupBy(figures, nameOf);
  return Object.fromEntries([...groups].map(([name, own]) => [name, attemptsIn(own)]));
}
