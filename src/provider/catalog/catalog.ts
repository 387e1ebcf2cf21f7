import { z } from "zod";
import { type ApiMode, ApiModeSchema, type Credential, type RuntimeTraits } from "../../domain/runtime.ts";
import rows from "./providers.json" with { type: "json" };

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

const RowSchema = z.strictObject({
  id: z.string(),
  aliases: z.array(z.string()).default([]),
  label: z.string(),
  baseUrl: z.string().nullable().default(null),
  apiMode: ApiModeSchema.nullable().default(null),
  keyEnv: z.array(z.string()).default([]),
  keyScheme: z.enum(["bearer", "x-api-key"]).nullable().default(null),
  keyless: z.boolean().default(false),
  defaultModel: z.string().nullable().default(null),
  families: z.array(z.string()).default([]),
  slugs: z.boolean().default(false),
  aggregator: z.boolean().default(false),
  vendor: z.boolean().default(false),
  reasoningEcho: z.enum(["off", "copy", "pad"]).default("off"),
  reasoningParameter: z.boolean().default(false),
  cachesItself: z.boolean().default(false),
});

/** In the order in which a provider is looked for when none is named. */
export const catalog: readonly ProviderRow[] = z.array(RowSchema).parse(rows);

export function findProvider(name: string): ProviderRow | null {
  const wanted = name.toLowerCase();
  return catalog.find(({ id, aliases }) => id === wanted || aliases.includes(wanted)) ?? null;
}

/** What a user's own entry of `providers` is, before its settings are read. */
export function ownProvider(id: string): ProviderRow {
  return RowSchema.parse({ id, label: id, keyless: true, slugs: true });
}

/** The row whose own endpoint this is. */
export function providerAt(origin: string): ProviderRow | null {
  return catalog.find(({ baseUrl }) => baseUrl !== null && new URL(baseUrl).origin === origin) ?? null;
}

export function isAggregator(provider: string): boolean {
  return findProvider(provider)?.aggregator ?? false;
}
