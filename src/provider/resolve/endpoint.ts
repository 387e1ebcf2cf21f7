import type { Credential } from "../../domain/runtime.ts";
import { Secret } from "../../domain/secret.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { findProvider, type ProviderRow } from "../catalog/catalog.ts";
import { isLocalEndpoint } from "./local-endpoint.ts";
import {
  firstSaid,
  problem,
  type ProviderSettings,
  type Resolved,
  resolved,
  type RuntimeInputs,
} from "./model-settings.ts";

/** A credential that does not know yet in which header it travels. */
export type Key = Omit<Credential, "scheme">;

/** Where requests go: what the run says, the entry under `model` if this is its provider, the entry of the provider, its row. */
export function baseUrlOf(row: ProviderRow, inputs: RuntimeInputs): Resolved<URL> {
  const { choice, settings } = inputs;
  const { model } = settings;
  const own = firstSaid(settings.providers[row.id]?.base_url);
  const sources: readonly (readonly [text: string | null, source: string])[] = [
    [firstSaid(choice.baseUrl), "The base URL"],
    [isConfigured(row, inputs) ? firstSaid(model.base_url) : null, "model.base_url"],
    [own, `providers.${row.id}.base_url`],
    [row.baseUrl, "The catalogue's address"],
  ];
  for (const [text, source] of sources) if (text !== null) return parse(text, source);
  return problem("bad-url", providerPhrases.noBaseUrl(row.id));
}

/** `model.*` belongs to the provider it names; without a name, to the endpoint it describes. */
export function isConfigured(row: ProviderRow, { settings }: RuntimeInputs): boolean {
  const named = firstSaid(settings.model.provider);
  if (named === null) return row.id === "custom" || firstSaid(settings.model.base_url) === null;
  return (findProvider(named)?.id ?? named) === row.id;
}

/**
 * The key for an endpoint. One the user wrote under `providers.<id>` goes wherever that entry points;
 * one found in the environment is bound to the origin of the catalogue's row and is never sent elsewhere.
 */
export function keyFor(row: ProviderRow, url: URL, inputs: RuntimeInputs): Resolved<Key | null> {
  const entry = inputs.settings.providers[row.id] ?? {};
  const [written] = writtenKeys(row.id, entry);
  if (written !== undefined) return resolved(written);
  const variable = firstSaid(entry.key_env);
  if (variable === null) return boundKey(row, url, inputs);
  const value = firstSaid(inputs.secret(variable));
  return value === null ? missing(row, [variable]) : resolved(keyOf(value, variable));
}

/** The keys that stand in the configuration itself, in the order in which they are used. */
export function writtenKeys(id: string, { api_key: first, api_keys: further = [] }: ProviderSettings): readonly Key[] {
  const named = [
    [first, `providers.${id}.api_key`] as const,
    ...further.map((key, index) => [key, `providers.${id}.api_keys[${index}]`] as const),
  ];
  return named.flatMap(([text, source]) => {
    const value = firstSaid(text);
    return value === null ? [] : [keyOf(value, source)];
  });
}

function boundKey(row: ProviderRow, url: URL, { secret }: RuntimeInputs): Resolved<Key | null> {
  const home = row.baseUrl === null ? null : new URL(row.baseUrl);
  if (home?.origin !== url.origin) {
    if (row.keyless || home === null || isLocalEndpoint(url)) return resolved(null);
    return problem("no-credential", providerPhrases.keyBoundElsewhere(row.id, home.host, url.host));
  }
  for (const variable of row.keyEnv) {
    const value = firstSaid(secret(variable));
    if (value !== null) return resolved(keyOf(value, variable));
  }
  return row.keyless ? resolved(null) : missing(row, row.keyEnv);
}

function keyOf(value: string, source: string): Key {
  return { secret: new Secret(value), source };
}

function missing(row: ProviderRow, variables: readonly string[]): Resolved<never> {
  return problem("no-credential", providerPhrases.noCredential(row.id, variables));
}

function parse(text: string, source: string): Resolved<URL> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return problem("bad-url", providerPhrases.badBaseUrl(source));
  }
  if (url.username !== "" || url.password !== "") return problem("bad-url", providerPhrases.keyInUrl(source));
  return resolved(url);
}
