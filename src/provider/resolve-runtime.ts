import type { ApiMode, Credential, Runtime, RuntimeTimeouts } from "../domain/runtime.ts";
import type { Prices } from "../domain/cost.ts";
import { isKnownModel, minCacheable, modelFacts } from "./catalog/models.ts";
import { listedPrices } from "./catalog/prices.ts";
import type { ListedModel } from "./catalog/registry.ts";
import { resolveApiMode } from "./resolve/api-mode.ts";
import { chooseModel, type ModelChoice } from "./resolve/choose-model.ts";
import { baseUrlOf, isConfigured, type Key, keyFor } from "./resolve/endpoint.ts";
import {
  firstSaid,
  type ProviderModelSettings,
  type ProviderSettings,
  type Resolved,
  resolved,
  type RuntimeInputs,
} from "./resolve/model-settings.ts";
import { isLocalEndpoint } from "./resolve/local-endpoint.ts";
import { traitsOf } from "./resolve/traits.ts";

/** Everything needed to talk to a model, from what was asked for, configured and found; or why there is none. */
export function resolveRuntime(inputs: RuntimeInputs): Resolved<Runtime> {
  return resolveWith(inputs, keyFor);
}

/** The same without a key, for whoever only wants to know which model it would be. */
export function resolveKeyless(inputs: RuntimeInputs): Resolved<Runtime> {
  return resolveWith(inputs, () => resolved(null));
}

function resolveWith(inputs: RuntimeInputs, findKey: typeof keyFor): Resolved<Runtime> {
  const chosen = chooseModel(inputs);
  if (chosen.kind === "problem") return chosen;
  const url = baseUrlOf(chosen.value.row, inputs);
  if (url.kind === "problem") return url;
  const key = findKey(chosen.value.row, url.value, inputs);
  if (key.kind === "problem") return key;
  return resolved(runtimeOf(chosen.value, url.value, key.value, inputs));
}

function runtimeOf(choice: ModelChoice, url: URL, key: Key | null, inputs: RuntimeInputs): Runtime {
  const { row, model } = choice;
  const { settings } = inputs;
  const entry = settings.providers[row.id] ?? {};
  const modelSettings = entry.models?.[model] ?? {};
  const baseUrl = url.href.replace(/\/+$/, "");
  const explicit = explicitMode(choice, entry, inputs);
  const apiMode = resolveApiMode({ explicit, provider: row.id, baseUrl, model });
  return {
    provider: row.id,
    model,
    baseUrl,
    apiMode,
    credential: key === null ? null : { ...key, scheme: row.keyScheme ?? schemeOf(apiMode) },
    headers: entry.extra_headers ?? {},
    traits: traitsOf({ row, model, url, apiMode, echo: settings.model.reasoning_echo, modelSettings }),
    timeouts: timeoutsOf(entry, modelSettings),
    ...knownOf(choice, { modelSettings, url, baseUrl }, inputs),
  };
}

type Route = { readonly modelSettings: ProviderModelSettings; readonly url: URL; readonly baseUrl: string };

/** What the person wrote down, else what the server said, else what a newer list says, else what is shipped. */
function knownOf(choice: ModelChoice, route: Route, inputs: RuntimeInputs) {
  const { row, model } = choice;
  const { modelSettings } = route;
  const listed = inputs.listed?.(row.id, model) ?? null;
  return {
    ...windowOf(choice, route, listed, inputs),
    maxOutput: modelSettings.max_tokens ?? (listed ?? modelFacts(model)).maxOutput,
    ...pricesOf(modelSettings, listed?.prices ?? listedPrices(row.id, model)),
    minCacheable: minCacheable(model),
  };
}

type Window = Pick<Runtime, "contextLength" | "guessedWindow" | "statedWindow">;

function windowOf(choice: ModelChoice, route: Route, listed: ListedModel | null, inputs: RuntimeInputs): Window {
  const { model } = choice;
  const stated = contextLengthOf(choice, route.modelSettings, inputs);
  if (stated !== null) return { contextLength: stated, statedWindow: true };
  const served = isLocalEndpoint(route.url) ? inputs.served?.(model, route.baseUrl) : null;
  if (typeof served === "number") return { contextLength: served };
  if (listed !== null) return { contextLength: listed.contextLength };
  const { contextLength } = modelFacts(model);
  return isKnownModel(model) ? { contextLength } : { contextLength, guessedWindow: true };
}

function schemeOf(apiMode: ApiMode): Credential["scheme"] {
  return apiMode === "anthropic_messages" ? "x-api-key" : "bearer";
}

function explicitMode({ row }: ModelChoice, entry: ProviderSettings, inputs: RuntimeInputs): ApiMode | null {
  const { choice, settings } = inputs;
  const configured = isConfigured(row, inputs) ? settings.model.api_mode : undefined;
  const modes = [choice.apiMode, entry.api_mode, configured];
  return modes.find((mode) => mode !== undefined && mode !== "auto") ?? null;
}

/** `model.context_length` is about the configured model and route, not about whatever a run switched to. */
function contextLengthOf(
  choice: ModelChoice,
  modelSettings: ProviderModelSettings,
  inputs: RuntimeInputs,
): number | null {
  const { default: configured, context_length: length } = inputs.settings.model;
  const named = firstSaid(configured) ?? "";
  const isSame = named === choice.model || named === `${choice.row.id}/${choice.model}`;
  const stated = isSame && isConfigured(choice.row, inputs) && length !== "auto" ? length : undefined;
  return [stated, modelSettings.context_length].find(isPlausible) ?? null;
}

function isPlausible(length: number | undefined): length is number {
  return length !== undefined && Number.isInteger(length) && length >= 1_024 && length <= 10_000_000;
}

function pricesOf({ prices }: ProviderModelSettings, listed: Prices | null): Pick<Runtime, "prices"> {
  if (prices === undefined) return listed === null ? {} : { prices: listed };
  const { input, output, cache_read: read = input, cache_write: written = input } = prices;
  return { prices: { input, output, cache_read: read, cache_write: written } };
}

function timeoutsOf(entry: ProviderSettings, model: ProviderModelSettings): RuntimeTimeouts {
  return {
    requestMs: milliseconds(model.timeout_seconds ?? entry.request_timeout_seconds),
    staleMs: milliseconds(model.stale_timeout_seconds ?? entry.stale_timeout_seconds),
    streamReadMs: null,
  };
}

function milliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : seconds * 1_000;
}
