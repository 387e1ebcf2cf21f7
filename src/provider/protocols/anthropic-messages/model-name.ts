import type { Runtime } from "../../../domain/runtime.ts";

/** Aggregators' names as the vendor's own endpoint knows them: `anthropic/claude-opus-4.6` is `claude-opus-4-6`. */
export function modelName({ model, traits }: Runtime): string {
  const bare = model.replace(/^anthropic\//, "");
  return bare.startsWith("claude-") && !traits.keepDotsInModel ? bare.replaceAll(".", "-") : bare;
}

/** Models from 4.6 on decide themselves how long to think. */
export function thinksAdaptively(model: string): boolean {
  const name = canonical(model);
  return name.includes("claude") && !/claude-3|-4-0\b|-4-1\b|-4-2025|-4-5\b|-4(?:$|@|-sonnet|-opus)/.test(name);
}

/** Haiku and the models before 3.7 refuse the setting. */
export function canThink(model: string): boolean {
  const name = canonical(model);
  return !name.includes("haiku") && (!name.includes("claude-3") || name.includes("3-7"));
}

/** 4.6 has no level between high and max. */
export function lacksExtraHigh(model: string): boolean {
  return canonical(model).includes("4-6");
}

export function isClaude(model: string): boolean {
  return canonical(model).includes("claude");
}

function canonical(model: string): string {
  return model.toLowerCase().replaceAll(".", "-");
}
