import type { ModelRequest } from "../../../domain/model-client.ts";
import type { Effort } from "../../../domain/runtime.ts";
import { outputLimit } from "../output-limits.ts";
import { canThink, isClaude, lacksExtraHigh, thinksAdaptively } from "./model-name.ts";
import type { AnthropicBody } from "./wire-types.ts";

type OutputSettings = Pick<AnthropicBody, "max_tokens" | "thinking" | "output_config" | "temperature">;
type Level = NonNullable<NonNullable<AnthropicBody["output_config"]>["effort"]>;

const defaultLimit = 128_000;
const answerRoom = 4_096; // what must remain for the answer when the whole budget is thought
const usualBudget = 8_000;
const budgets: Partial<Record<Effort, number>> = { low: 4_000, medium: usualBudget, high: 16_000, xhigh: 32_000 };
const levels: Readonly<Record<Exclude<Effort, "none">, Level>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
  ultra: "max",
};

/** How much may be written and how hard to think first: the two depend on each other. */
export function outputSettings(request: ModelRequest): OutputSettings {
  const { reasoning, runtime } = request;
  const limit = outputCap(request);
  if (reasoning === null || !canThink(runtime.model)) return { max_tokens: limit };
  const { effort } = reasoning;
  if (!reasoning.enabled || effort === "none") {
    return isClaude(runtime.model) ? { max_tokens: limit, thinking: { type: "disabled" } } : { max_tokens: limit };
  }
  return thinksAdaptively(runtime.model) ? adaptive(limit, effort, runtime.model) : budgeted(limit, effort);
}

function adaptive(limit: number, effort: Exclude<Effort, "none"> | null, model: string): OutputSettings {
  const thinking = { type: "adaptive", display: "summarized" } as const;
  if (effort === null) return { max_tokens: limit, thinking };
  const level = effort === "xhigh" && lacksExtraHigh(model) ? "max" : levels[effort];
  return { max_tokens: limit, thinking, output_config: { effort: level } };
}

function budgeted(limit: number, effort: Effort | null): OutputSettings {
  const budget = (effort === null ? undefined : budgets[effort]) ?? usualBudget;
  return {
    max_tokens: Math.max(limit, budget + answerRoom),
    thinking: { type: "enabled", budget_tokens: budget },
    temperature: 1,
  };
}

/** The endpoint insists on a number. */
function outputCap({ maxTokens, runtime }: ModelRequest): number {
  const asked = [maxTokens, runtime.maxOutput].find((cap) => cap !== null && Number.isFinite(cap) && cap > 0);
  const cap = asked ?? outputLimit(runtime.model) ?? defaultLimit;
  return cap > runtime.contextLength ? runtime.contextLength - 1 : cap;
}
