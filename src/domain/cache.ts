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

/** A marker as it was sent: on a block of the system text, or somewhere in a message. */
export type SentMarker = {
  readonly section: "system" | "messages";
  readonly block: number;
  readonly ttl: CacheTtl;
};

/** A prompt as a provider's cache compares it. Unchanged items are the same objects from request to request. */
export type PromptParts = {
  readonly tools: readonly unknown[];
  readonly system: readonly string[];
  /** What loses the messages and keeps the rest, when it changes. */
  readonly settings: string;
  readonly messages: readonly unknown[];
};

/** What a request looked like on its way out, for whoever explains what the provider read of it. */
export type SentPrompt = PromptParts & { readonly route: string; readonly markers: readonly SentMarker[] };

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
