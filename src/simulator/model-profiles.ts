import type { ApiMode } from "../domain/runtime.ts";

/** How the endpoint behind a model caches prompts. */
export type CacheRules =
  | { readonly kind: "markers"; readonly minimum: number; readonly lookBack: number }
  | {
      readonly kind: "longest_prefix";
      readonly minimum: number;
      readonly step: number;
      readonly idleSeconds: number;
      /** With `prompt_cache_retention: "24h"`; null where the model does not offer it. */
      readonly retainedSeconds: number | null;
    }
  | { readonly kind: "breakpoints"; readonly minimum: number; readonly lifeSeconds: number };

export type ModelProfile = {
  readonly id: string;
  readonly vendor: "anthropic" | "openai" | "other";
  readonly cache: CacheRules;
  readonly contextWindow: number;
  readonly maxOutput: number;
  readonly thinking: "none" | "budget" | "adaptive";
  readonly efforts: readonly string[];
  /** Whether a request may end with the beginning of the answer. */
  readonly prefill: boolean;
  /** Where a chat answer carries its reasoning; null keeps it hidden. */
  readonly reasoningField: "reasoning_content" | "reasoning_details" | null;
};

type Row = Omit<ModelProfile, "id"> & { readonly prefix: string };

const day = 86_400;
const markers = (minimum: number): CacheRules => ({ kind: "markers", minimum, lookBack: 20 });
const longestPrefix: CacheRules = {
  kind: "longest_prefix",
  minimum: 1_024,
  step: 128,
  idleSeconds: 600,
  retainedSeconds: day,
};
const breakpoints: CacheRules = { kind: "breakpoints", minimum: 1_024, lifeSeconds: 1_800 };

const claude = {
  vendor: "anthropic",
  contextWindow: 200_000,
  maxOutput: 64_000,
  thinking: "adaptive",
  efforts: ["low", "medium", "high", "xhigh", "max"],
  prefill: false,
  reasoningField: "reasoning_details",
} as const;
const olderClaude = { ...claude, thinking: "budget", efforts: ["low", "medium", "high"], prefill: true } as const;

const gpt = {
  vendor: "openai",
  contextWindow: 400_000,
  maxOutput: 128_000,
  thinking: "adaptive",
  efforts: ["none", "minimal", "low", "medium", "high", "xhigh"],
  prefill: true,
  reasoningField: null,
} as const;
const plainGpt = { ...gpt, contextWindow: 128_000, maxOutput: 16_384, thinking: "none", efforts: [] } as const;

const other = {
  vendor: "other",
  contextWindow: 131_072,
  maxOutput: 65_536,
  thinking: "adaptive",
  efforts: ["none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra"],
  prefill: false,
  reasoningField: "reasoning_content",
} as const;

/** First match wins, so the more exact name stands higher. */
const rows: readonly Row[] = [
  { prefix: "claude-opus-5", ...claude, maxOutput: 128_000, cache: markers(512) },
  { prefix: "claude-fable-5", ...claude, maxOutput: 128_000, cache: markers(512) },
  { prefix: "claude-sonnet-5", ...claude, maxOutput: 128_000, cache: markers(1_024) },
  { prefix: "claude-opus-4-8", ...claude, maxOutput: 128_000, cache: markers(1_024) },
  { prefix: "claude-opus-4-7", ...claude, maxOutput: 128_000, cache: markers(2_048) },
  {
    prefix: "claude-opus-4-6",
    ...claude,
    maxOutput: 128_000,
    efforts: ["low", "medium", "high", "max"],
    cache: markers(4_096),
  },
  { prefix: "claude-opus-4-5", ...olderClaude, cache: markers(4_096) },
  { prefix: "claude-opus-4", ...olderClaude, maxOutput: 32_000, cache: markers(1_024) },
  { prefix: "claude-sonnet-4-6", ...claude, efforts: ["low", "medium", "high", "max"], cache: markers(1_024) },
  { prefix: "claude-sonnet-4", ...olderClaude, cache: markers(1_024) },
  { prefix: "claude-haiku-4-5", ...olderClaude, cache: markers(4_096) },
  { prefix: "claude-3-7-sonnet", ...olderClaude, maxOutput: 128_000, cache: markers(1_024) },
  { prefix: "claude-3-5-", ...olderClaude, thinking: "none", maxOutput: 8_192, cache: markers(1_024) },
  { prefix: "claude-3-", ...olderClaude, thinking: "none", maxOutput: 4_096, cache: markers(1_024) },
  { prefix: "gpt-5.6", ...gpt, cache: breakpoints },
  { prefix: "gpt-5", ...gpt, cache: longestPrefix },
  { prefix: "gpt-4", ...plainGpt, cache: longestPrefix },
  { prefix: "o3", ...gpt, contextWindow: 200_000, efforts: ["low", "medium", "high"], cache: longestPrefix },
  { prefix: "o4", ...gpt, contextWindow: 200_000, efforts: ["low", "medium", "high"], cache: longestPrefix },
  { prefix: "deepseek-", ...other, cache: { ...longestPrefix, minimum: 64, step: 64, idleSeconds: 3_600 } },
  { prefix: "demo", ...other, contextWindow: 200_000, cache: { ...longestPrefix, minimum: 64, step: 1 } },
];

/** What is known about a model; null for a name nobody has heard of. A gateway's prefix (`anthropic/…`) does not matter. */
export function profileOf(model: string): ModelProfile | null {
  const name = (model.split("/").at(-1) ?? model).replaceAll(/^(claude.*)$/g, (id) => id.replaceAll(".", "-"));
  const row = rows.find(({ prefix }) => name.startsWith(prefix));
  return row === undefined ? null : { ...withoutPrefix(row), id: model };
}

/** For a model that a scenario offers and the table does not know. */
export function unknownProfile(model: string): ModelProfile {
  return { ...other, id: model, cache: longestPrefix };
}

export const knownModels: readonly string[] = rows
  .map(({ prefix }) => prefix)
  .filter((prefix) => !prefix.endsWith("-"));

/** A model without rules of its own caches as the format's first vendor does. */
export function cacheRulesOf(profile: ModelProfile, mode: ApiMode): CacheRules {
  if (profile.vendor !== "other" || mode !== "anthropic_messages") return profile.cache;
  return markers(profile.cache.minimum);
}

/** OpenAI itself refuses what it does not know; gateways and others understand each other's extensions. */
export function speaksStrictOpenAi(profile: ModelProfile): boolean {
  return profile.vendor === "openai" && !profile.id.includes("/");
}

function withoutPrefix({ prefix: _prefix, ...profile }: Row): Omit<ModelProfile, "id"> {
  return profile;
}
