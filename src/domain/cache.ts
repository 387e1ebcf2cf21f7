import { z } from "zod";

export const CacheTtlSchema = z.enum(["5m", "1h"]);
export type CacheTtl = z.infer<typeof CacheTtlSchema>;

/** The block that carried the last tail marker; the next request marks it again and so is sure to hit. */
export const CacheTailSchema = z.object({
  /** Fingerprint of the lowered message that held the marker; gone or changed means the cache broke. */
  message_key: z.string(),
  message_index: z.int().nonnegative(),
  block_index: z.int().nonnegative(),
  ttl: CacheTtlSchema,
  last_used_at: z.number(),
  route: z.string(),
});
export type CacheTail = Readonly<z.infer<typeof CacheTailSchema>>;

/** What the provider side needs to place markers; it returns the new tail in the reply. */
export type CachePlan = {
  readonly strategy: "anchored" | "system_and_3" | "off";
  readonly ttl: CacheTtl;
  readonly systemTtl: CacheTtl;
  readonly tail: CacheTail | null;
  /** `prompt_cache_key` of the OpenAI modes; null sends none. */
  readonly key: string | null;
  /** Reads what earlier requests left and leaves nothing: only the system and the last tail are marked. */
  readonly readOnly?: boolean;
};
