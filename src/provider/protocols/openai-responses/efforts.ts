import { type Effort, EffortSchema } from "../../../domain/runtime.ts";

const ladder = EffortSchema.options;

/** Levels by the longest known beginning of the model's name. */
const levels: Readonly<Record<string, readonly Effort[]>> = {
  "gpt-5": ["minimal", "low", "medium", "high"],
  "gpt-5-codex": ["low", "medium", "high"],
  "gpt-5-pro": ["high"],
  "gpt-5.": ["none", "low", "medium", "high", "xhigh"],
  "gpt-5.1": ["none", "low", "medium", "high"],
  "gpt-5.1-codex": ["low", "medium", "high"],
  "gpt-5.1-codex-max": ["low", "medium", "high", "xhigh"],
  "grok-": [], // they think as they please and refuse to be told
  "grok-3-mini": ["low", "high"],
};

const usual: readonly Effort[] = ["low", "medium", "high"];
const longestFirst = Object.entries(levels).toSorted(([a], [b]) => b.length - a.length);

/** The nearest level below that the model has, else its lowest; null for models without levels. */
export function clampEffort(effort: Effort, model: string): Effort | null {
  const name = tailOf(model);
  const known = longestFirst.find(([start]) => name.startsWith(start))?.[1] ?? usual;
  const reach = ladder.indexOf(effort);
  return known.findLast((level) => ladder.indexOf(level) <= reach) ?? known[0] ?? null;
}

/** The families before reasoning refuse its settings and have nothing to replay. */
export function canReason(model: string): boolean {
  return !/^(?:gpt-3|gpt-4|chatgpt-4)/.test(tailOf(model));
}

function tailOf(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
