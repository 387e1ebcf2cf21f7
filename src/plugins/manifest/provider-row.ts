import { z } from "zod";
import { ApiModeSchema } from "../../domain/runtime.ts";

const amount = z.number().nonnegative();

const ModelSchema = z.object({
  context_length: z.int().positive().optional(),
  max_tokens: z.int().positive().optional(),
  prices: z
    .object({ input: amount, output: amount, cache_read: amount.optional(), cache_write: amount.optional() })
    .optional(),
});

const variable = z.string().regex(/^[A-Za-z_]\w*$/, "is no name of a variable");

/** A provider of models as a manifest describes it: read without running anything, since models come before plugins. */
export const ProviderRowSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "use lower-case letters, digits, ., - and _, at most 64"),
  base_url: z.string().refine(isAddress, "must be an http or https address without a key in it"),
  api_mode: ApiModeSchema.optional(),
  /** The first of them that is set holds the key. */
  key_env: z.union([variable.transform((name) => [name]), z.array(variable)]).default([]),
  default_model: z.string().min(1).optional(),
  models: z.record(z.string(), ModelSchema).default({}),
});

export type ProviderRow = z.output<typeof ProviderRowSchema>;

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
