import type { ApiMode, CachingTrait, RuntimeTraits } from "../../domain/runtime.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { type ProviderRow, providerAt } from "../catalog/catalog.ts";
import { automaticCache, modelFacts } from "../catalog/models.ts";
import { isAzure } from "./api-mode.ts";
import { isLocalEndpoint } from "./local-endpoint.ts";
import type { ProviderModelSettings } from "./model-settings.ts";

export type TraitsQuestion = {
  readonly row: ProviderRow;
  readonly model: string;
  readonly url: URL;
  readonly apiMode: ApiMode;
  /** `model.reasoning_echo`. */
  readonly echo: boolean | undefined;
  readonly modelSettings: ProviderModelSettings;
};

export function traitsOf(question: TraitsQuestion): RuntimeTraits {
  const { row, model, url } = question;
  return {
    official: providerAt(url.origin)?.vendor ?? false,
    reasoningEcho: reasoningEchoOf(question),
    reasoningParameter: row.reasoningParameter,
    outputCapKey: capsCompletion(model, url) ? "max_completion_tokens" : "max_tokens",
    caching: cachingOf(question),
    vision: modelFacts(model).vision,
    streaming: true,
    local: isLocalEndpoint(url),
    keepDotsInModel: false,
    aggregator: row.aggregator,
  };
}

/** Models whose servers insist on getting their reasoning back, wherever they run. */
const padded = ["kimi", "moonshot", "deepseek", "mimo"];

function reasoningEchoOf({ row, model, url, echo }: TraitsQuestion): RuntimeTraits["reasoningEcho"] {
  if (echo === true) return "copy";
  if (echo === false) return "off";
  const name = `${url.hostname} ${model}`.toLowerCase();
  return padded.some((family) => name.includes(family)) ? "pad" : row.reasoningEcho;
}

const completionFamilies = /^(gpt-4o|gpt-4\.1|gpt-5|o1|o3|o4)/;
const completionHosts = ["api.openai.com", "api.githubcopilot.com"];

function capsCompletion(model: string, url: URL): boolean {
  const tail = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return completionFamilies.test(tail) || completionHosts.includes(url.hostname) || isAzure(url);
}

function cachingOf({ row, model, url, apiMode, modelSettings }: TraitsQuestion): CachingTrait {
  const native = apiMode === "anthropic_messages";
  const markers = (source: string): CachingTrait => ({
    kind: "markers",
    layout: native ? "native" : "envelope",
    source,
  });
  const none: CachingTrait = { kind: "none", reason: providerPhrases.cachingUnknown(row.label) };
  if (modelSettings.prompt_caching === false) return none;
  const owner = providerAt(url.origin);
  const isClaude = model.toLowerCase().includes("claude");
  if (native && isClaude)
    return markers(owner?.id === "anthropic" ? "native Anthropic" : "Anthropic-compatible endpoint");
  if (isClaude && owner?.id === "openrouter") return markers("Claude via OpenRouter");
  if (modelSettings.prompt_caching === true) return markers(row.label);
  return owner?.cachesItself === true ? automatic(owner, model) : none;
}

function automatic({ id, label }: ProviderRow, model: string): CachingTrait {
  const promised = id === "openai" ? automaticCache(model) : {};
  return { kind: "automatic", source: `automatic (${label})`, ...promised };
}
