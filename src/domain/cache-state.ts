import { z } from "zod";
import { CacheTailSchema, CacheTtlSchema } from "./cache.ts";

/** How a person comes and goes, and which life of cached prefixes follows from it. Times in seconds. */
const PausesSchema = z.object({
  /** Share of pauses that outlive five minutes and end within the hour; newer ones count more. */
  share: z.number(),
  /** Tokens a turn adds, likewise; null: no turn has ended yet. */
  appended: z.number().nullable(),
  context: z.number().nullable(), // tokens when the last turn began
  used_at: z.number().nullable(), // last request
  last: z.number().nullable(), // the newest pause beyond five minutes
  ttl: CacheTtlSchema,
  switched_at: z.number().nullable(),
});
export type Pauses = Readonly<z.infer<typeof PausesSchema>>;

/** What the last request was made of, as far as a later process can compare it. */
const LastRequestSchema = z.object({
  route: z.string(),
  tools: z.string(),
  system: z.string(),
  settings: z.string(),
  cached: z.number(), // tokens up to its last marker
  prompt: z.number(),
  read: z.number().optional(), // of the prompt, from the provider's cache
  used_at: z.number(),
  life_seconds: z.number(),
});
export type LastRequest = Readonly<z.infer<typeof LastRequestSchema>>;

/** What the prompts of a conversation cost, would have cost without a cache, and at the very least. US dollars. */
const PromptSpendingSchema = z.object({ billed: z.number(), uncached: z.number(), least: z.number() });
export type PromptSpending = Readonly<z.infer<typeof PromptSpendingSchema>>;

/** What a conversation remembers of its prompt cache from one process to the next. */
export const CacheStateSchema = z.object({
  tail: CacheTailSchema.nullable(),
  pauses: PausesSchema.nullable(),
  last: LastRequestSchema.nullable(),
  spending: PromptSpendingSchema.nullable(),
});
export type CacheState = Readonly<z.infer<typeof CacheStateSchema>>;
