import { z } from "zod";
import type { RegistryFile } from "./registry.ts";

/** The public list says more than this; what does not fit is left out, model by model. */
const ModelSchema = z.looseObject({
  limit: z.looseObject({ context: z.number().int().min(1_024).max(10_000_000), output: z.number().optional() }),
  cost: z
    .looseObject({
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cache_read: z.number().nonnegative().optional(),
      cache_write: z.number().nonnegative().optional(),
    })
    .optional(),
  modalities: z.looseObject({ input: z.array(z.string()) }).optional(),
});
const ListSchema = z.record(z.string(), z.looseObject({ models: z.record(z.string(), z.unknown()).default({}) }));

/** Their names for providers, and ours. */
const ours = new Map([
  ["google", "gemini"],
  ["anthropic", "anthropic"],
  ["openai", "openai"],
  ["openrouter", "openrouter"],
  ["deepseek", "deepseek"],
  ["xai", "xai"],
  ["mistral", "mistral"],
  ["groq", "groq"],
]);

/** null: the text is not such a list. */
export function parseRegistry(text: string): RegistryFile["providers"] | null {
  const list = ListSchema.safeParse(parsed(text));
  if (!list.success) return null;
  const known = Object.entries(list.data).flatMap(([name, { models }]) => {
    const provider = ours.get(name);
    return provider === undefined ? [] : [[provider, modelsIn(models)] as const];
  });
  return known.length === 0 ? null : Object.fromEntries(known);
}

function modelsIn(models: Readonly<Record<string, unknown>>): RegistryFile["providers"][string] {
  const rows = Object.entries(models).flatMap(([id, raw]) => {
    const model = ModelSchema.safeParse(raw);
    return model.success ? [[id, factsOf(model.data)] as const] : [];
  });
  return Object.fromEntries(rows);
}

function factsOf({ limit, cost, modalities }: z.infer<typeof ModelSchema>) {
  const output = limit.output ?? 0;
  return {
    contextLength: limit.context,
    maxOutput: Number.isInteger(output) && output > 0 ? output : null,
    vision: modalities?.input.includes("image") === true,
    prices: cost === undefined ? null : pricesOf(cost),
  };
}

function pricesOf(cost: NonNullable<z.infer<typeof ModelSchema>["cost"]>) {
  const { input, output, cache_read = input, cache_write = input } = cost;
  return { input, output, cache_read, cache_write };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
