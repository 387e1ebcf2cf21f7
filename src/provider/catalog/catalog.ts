import type { ApiMode, Credential, RuntimeTraits } from "../../domain/runtime.ts";
import { providers } from "./providers.ts";

/** One provider as data. Whoever speaks a known format is a row here, or an entry of the user's `providers`. */
export type ProviderRow = {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly label: string;
  readonly baseUrl: string | null; // null: the user has to say
  /** null: by the rules of agent-loop 5.1. */
  readonly apiMode: ApiMode | null;
  /** Variables that may hold its key. The key is bound to the origin of `baseUrl`. */
  readonly keyEnv: readonly string[];
  /** null: the way of the format, `x-api-key` for Anthropic's and a bearer token for the others. */
  readonly keyScheme: Credential["scheme"] | null;
  readonly keyless: boolean;
  readonly defaultModel: string | null;
  /** Model names by whose beginning this provider is found without being named. */
  readonly families: readonly string[];
  /** Model names contain slashes of their own, such as `vendor/model`. */
  readonly slugs: boolean;
  /** Passes requests on to other providers. */
  readonly aggregator: boolean;
  /** Makes the models it serves. */
  readonly vendor: boolean;
  readonly reasoningEcho: RuntimeTraits["reasoningEcho"];
  readonly reasoningParameter: boolean;
  /** Caches prompts without being told. */
  readonly cachesItself: boolean;
};

const plain: Omit<ProviderRow, "id" | "label"> = {
  aliases: [],
  baseUrl: null,
  apiMode: null,
  keyEnv: [],
  keyScheme: null,
  keyless: false,
  defaultModel: null,
  families: [],
  slugs: false,
  aggregator: false,
  vendor: false,
  reasoningEcho: "off",
  reasoningParameter: false,
  cachesItself: false,
};

/** In the order in which a provider is looked for when none is named. */
export const catalog: readonly ProviderRow[] = providers.map((row) => ({ ...plain, ...row }));

export function findProvider(name: string): ProviderRow | null {
  const wanted = name.toLowerCase();
  return catalog.find(({ id, aliases }) => id === wanted || aliases.includes(wanted)) ?? null;
}

/** What a user's own entry of `providers` is, before its settings are read. */
export function ownProvider(id: string): ProviderRow {
  return { ...plain, id, label: id, keyless: true, slugs: true };
}

/** The row whose own endpoint this is. */
export function providerAt(origin: string): ProviderRow | null {
  return catalog.find(({ baseUrl }) => baseUrl !== null && new URL(baseUrl).origin === origin) ?? null;
}

export function isAggregator(provider: string): boolean {
  return findProvider(provider)?.aggregator ?? false;
}
