import type { ApiMode, CachingTrait } from "../../src/domain/runtime.ts";
import { automaticCache } from "../../src/provider/catalog/models.ts";
import type { CacheSettings } from "../../src/session/cache-keeper.ts";

/** Beside a plain token, which costs 1. */
export type Rates = { readonly read: number; readonly write: number; readonly writeHour: number };

/** One way of sending a trace: an endpoint and what the person set. */
export type Column = {
  readonly name: string;
  readonly mode: ApiMode;
  readonly model: string;
  readonly caching: CachingTrait;
  readonly settings: CacheSettings;
  readonly rates: Rates;
};

export const anthropicRates: Rates = { read: 0.1, write: 1.25, writeHour: 2 };
const olderOpenAi: Rates = { read: 0.1, write: 1, writeHour: 1 };

const fixed: CacheSettings = {
  enabled: true,
  strategy: "anchored",
  ttl: "5m",
  systemTtl: "5m",
  adaptiveTtl: "off",
  isInteractive: true,
};
const defaults: CacheSettings = { ...fixed, systemTtl: "auto", adaptiveTtl: "on" };

type Endpoint = Omit<Column, "name" | "settings">;

function claude(mode: ApiMode, model: string, layout: "native" | "envelope", source: string): Endpoint {
  return { mode, model, caching: { kind: "markers", layout, source }, rates: anthropicRates };
}

const native = claude("anthropic_messages", "claude-opus-4-8", "native", "native Anthropic");
const envelope = claude("chat_completions", "anthropic/claude-opus-4-8", "envelope", "Claude via OpenRouter");

function openAi(mode: ApiMode, model: string, { isRetained = true } = {}): Endpoint {
  const { retention, ...promised } = automaticCache(model);
  const kept = isRetained && retention !== undefined ? { retention } : {};
  return {
    mode,
    model,
    caching: { kind: "automatic", source: "automatic (OpenAI)", ...promised, ...kept },
    rates: model === "gpt-5.6" ? anthropicRates : olderOpenAi,
  };
}

/** The columns of the reference table, in its order. */
export const referenceColumns: readonly Column[] = [
  { name: "no cache", ...native, settings: { ...fixed, enabled: false } },
  { name: "system_and_3 native", ...native, settings: { ...fixed, strategy: "system_and_3" } },
  { name: "system_and_3 envelope", ...envelope, settings: { ...fixed, strategy: "system_and_3" } },
  { name: "anchored 5m", ...native, settings: fixed },
  { name: "anchored 5m envelope", ...envelope, settings: fixed },
  { name: "anchored system 1h", ...native, settings: { ...fixed, systemTtl: "1h" } },
  { name: "anchored 1h", ...native, settings: { ...fixed, ttl: "1h" } },
  {
    name: "OpenAI < 5.6",
    ...openAi("chat_completions", "gpt-5", { isRetained: false }),
    settings: fixed,
  },
  { name: "OpenAI >= 5.6", ...openAi("chat_completions", "gpt-5.6"), settings: fixed },
];

/** Every API mode as it is out of the box. */
export const defaultColumns: readonly Column[] = [
  { name: "native Anthropic", ...native, settings: defaults },
  { name: "native Anthropic, alone", ...native, settings: { ...defaults, isInteractive: false } },
  { name: "OpenRouter envelope", ...envelope, settings: defaults },
  { name: "OpenAI < 5.6, chat", ...openAi("chat_completions", "gpt-5"), settings: defaults },
  { name: "OpenAI < 5.6, responses", ...openAi("codex_responses", "gpt-5"), settings: defaults },
  { name: "OpenAI >= 5.6, chat", ...openAi("chat_completions", "gpt-5.6"), settings: defaults },
  { name: "OpenAI >= 5.6, responses", ...openAi("codex_responses", "gpt-5.6"), settings: defaults },
];
