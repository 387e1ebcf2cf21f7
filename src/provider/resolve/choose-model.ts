import { nearest } from "../../text/nearest.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { catalog, findProvider, ownProvider, type ProviderRow } from "../catalog/catalog.ts";
import { writtenKeys } from "./endpoint.ts";
import { firstSaid, problem, type Resolved, resolved, type RuntimeInputs } from "./model-settings.ts";

/** Which model of which provider. */
export type ModelChoice = { readonly row: ProviderRow; readonly model: string };

/** Explicit, then configured, then from the environment, then by the keys that are there. */
export function chooseModel(inputs: RuntimeInputs): Resolved<ModelChoice> {
  const { choice, settings, environment } = inputs;
  const fallbacks = namedWithoutModel(inputs) ? [] : [settings.model.default, environment.model];
  const words = firstSaid(choice.model, ...fallbacks);
  const alias = words === null ? null : aliasOf(words, settings.model.aliases);
  if (alias !== null) return chooseNamed(alias, null, true, inputs);
  return chooseNamed(words, namedProvider(inputs), choice.provider !== undefined, inputs);
}

/** `--provider P` alone asks for P's own default, not for the configured model of another provider. */
function namedWithoutModel({ choice, settings }: RuntimeInputs): boolean {
  const named = firstSaid(choice.provider);
  if (named === null || firstSaid(choice.model) !== null) return false;
  return canonical(named) !== canonical(firstSaid(settings.model.provider) ?? "");
}

function namedProvider({ choice, settings, environment }: RuntimeInputs): string | null {
  const named = firstSaid(choice.provider, settings.model.provider);
  if (named !== null) return named;
  if (firstSaid(choice.baseUrl, settings.model.base_url) !== null) return "custom";
  return firstSaid(environment.provider);
}

function chooseNamed(
  words: string | null,
  provider: string | null,
  explicit: boolean,
  inputs: RuntimeInputs,
): Resolved<ModelChoice> {
  const named = provider === null ? null : rowOf(provider, inputs);
  if (provider !== null && named === null) return unknown(provider, inputs);
  if (words === null) return named === null ? automatic(inputs) : withDefault(named, inputs);
  const [prefix, rest] = split(words);
  const other = prefix === null ? null : rowOf(prefix, inputs);
  if (other !== null && rest !== "" && prefixDecides(other, { named, explicit, rest, inputs })) {
    return resolved({ row: other, model: rest });
  }
  return resolved({ row: named ?? byModel(words, inputs), model: words });
}

type PrefixQuestion = {
  readonly named: ProviderRow | null;
  readonly explicit: boolean;
  readonly rest: string;
  readonly inputs: RuntimeInputs;
};

/** `a/b` is provider and model, unless the provider in force has models of such names. */
function prefixDecides(other: ProviderRow, { named, explicit, rest, inputs }: PrefixQuestion): boolean {
  if (named?.id === other.id) return !other.slugs || rest.includes("/"); // openrouter/auto is a model of OpenRouter
  if (named !== null) return !explicit && (!named.slugs || findProvider(other.id) === null);
  return explicit || isReady(other, inputs) || !catalog.some((row) => row.aggregator && isReady(row, inputs));
}

/** Without a named provider: who makes such models, an aggregator for `vendor/model`, else whose key is there. */
function byModel(model: string, inputs: RuntimeInputs): ProviderRow {
  const name = model.toLowerCase();
  const maker = catalog.find(({ families }) => families.some((family) => name.startsWith(family)));
  if (maker !== undefined) return maker;
  const ready = catalog.filter((row) => !row.keyless && isReady(row, inputs));
  const aggregator = ready.find((row) => row.aggregator && model.includes("/"));
  return aggregator ?? ready[0] ?? catalog.find((row) => row.aggregator) ?? ownProvider("custom");
}

function automatic(inputs: RuntimeInputs): Resolved<ModelChoice> {
  const ready = catalog.filter((row) => !row.keyless && isReady(row, inputs));
  const able = ready.find((row) => defaultModelOf(row, inputs) !== null);
  return able === undefined ? problem("no-model", providerPhrases.noModel) : withDefault(able, inputs);
}

function withDefault(row: ProviderRow, inputs: RuntimeInputs): Resolved<ModelChoice> {
  const model = defaultModelOf(row, inputs);
  if (model !== null) return resolved({ row, model });
  return problem("no-default-model", providerPhrases.noDefaultModel(row.id));
}

function defaultModelOf(row: ProviderRow, { settings }: RuntimeInputs): string | null {
  return firstSaid(settings.providers[row.id]?.default_model, row.defaultModel);
}

function isReady(row: ProviderRow, { settings, secret }: RuntimeInputs): boolean {
  const entry = settings.providers[row.id] ?? {};
  if (row.keyless || writtenKeys(row.id, entry).length > 0) return true;
  return [...row.keyEnv, entry.key_env ?? ""].some((name) => name !== "" && firstSaid(secret(name)) !== null);
}

function rowOf(name: string, { settings }: RuntimeInputs): ProviderRow | null {
  return findProvider(name) ?? (Object.hasOwn(settings.providers, name) ? ownProvider(name) : null);
}

function canonical(name: string): string {
  return findProvider(name)?.id ?? name;
}

function unknown(name: string, { settings }: RuntimeInputs): Resolved<never> {
  const known = [...catalog.flatMap(({ id, aliases }) => [id, ...aliases]), ...Object.keys(settings.providers)];
  return problem("unknown-provider", providerPhrases.unknownProvider(name, nearest(name, known)));
}

function aliasOf(words: string, aliases: Readonly<Record<string, string>>): string | null {
  const entry = Object.entries(aliases).find(([name]) => name.toLowerCase() === words.toLowerCase());
  return firstSaid(entry?.[1]);
}

function split(words: string): readonly [prefix: string | null, rest: string] {
  const at = words.indexOf("/");
  return at <= 0 ? [null, words] : [words.slice(0, at), words.slice(at + 1)];
}
