/** The part of the settings section `compression` this engine reads. */
export type CompressorSettings = {
  readonly threshold: number;
  readonly target_ratio: number;
  readonly protect_last_n: number;
  readonly summary_path: "auto" | "same_prefix" | "auxiliary";
  /** Part of a model's name -> share of its window; the longest part that fits wins. */
  readonly model_thresholds?: Readonly<Record<string, number>>;
};

/** What follows from a window and the settings, all in tokens. */
export type Numbers = {
  readonly window: number;
  readonly trigger: number;
  readonly tail: number;
  /** What the tail may reach to spare one message that lies across its edge. */
  readonly softTail: number;
  readonly maxSummary: number;
};

const softFactor = 1.5;
const summaryShare = 0.2;
const leastSummary = 2_000;
const mostSummary = 12_000;

export function numbersFor(window: number, model: string, settings: CompressorSettings): Numbers {
  const trigger = Math.floor(window * thresholdFor(model, settings));
  const tail = Math.floor(trigger * Math.min(0.8, Math.max(0.1, settings.target_ratio)));
  const maxSummary = Math.min(Math.floor(window * 0.05), mostSummary);
  return { window, trigger, ...tailOf(tail), maxSummary };
}

/** The two limits of a tail that should weigh so much. */
export function tailOf(tail: number): Pick<Numbers, "tail" | "softTail"> {
  return { tail, softTail: Math.floor(softFactor * tail) };
}

/** How long a summary of so much should be; the floor wins on tiny windows. */
export function summaryBudget(contentTokens: number, { maxSummary }: Numbers): number {
  return Math.max(leastSummary, Math.min(Math.floor(contentTokens * summaryShare), maxSummary));
}

function thresholdFor(model: string, { threshold, model_thresholds: byModel = {} }: CompressorSettings): number {
  const name = model.toLowerCase();
  const [best] = Object.entries(byModel)
    .filter(([part]) => name.includes(part.toLowerCase()))
    .toSorted(([a], [b]) => b.length - a.length);
  return best?.[1] ?? threshold;
}
