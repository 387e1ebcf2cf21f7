import { z } from "zod";
import { CacheTtlSchema } from "../../domain/cache.ts";
import { count, flag, named, oneOf, positive, share, text } from "./leaves.ts";
import { section } from "./section.ts";

const targetRatio = () => z.number().overwrite((value) => Math.min(0.8, Math.max(0.1, value)));

export const contextSections = {
  compression: section(
    () =>
      z.object({
        enabled: flag(),
        threshold: share(),
        target_ratio: targetRatio(),
        protect_last_n: positive(),
        protect_first_n: z.literal(3),
        max_attempts: z.int().min(1).max(10),
        summary_path: oneOf("auto", "same_prefix", "auxiliary"),
        idle_compact_after_seconds: count(),
        hygiene_hard_message_limit: positive(),
        hygiene_timeout_seconds: count(),
        hygiene_failure_cooldown_seconds: count(),
        lock_ttl_seconds: positive(),
      }),
    {
      enabled: true,
      threshold: 0.5,
      target_ratio: 0.2,
      protect_last_n: 20,
      protect_first_n: 3,
      max_attempts: 3,
      summary_path: "auto",
      idle_compact_after_seconds: 0,
      hygiene_hard_message_limit: 5_000,
      hygiene_timeout_seconds: 30,
      hygiene_failure_cooldown_seconds: 300,
      lock_ttl_seconds: 300,
    },
  ),
  context: section(() => z.object({ engine: text() }), { engine: "compressor" }),
  prompt_caching: section(
    () =>
      z.object({
        enabled: flag(),
        cache_ttl: CacheTtlSchema,
        strategy: oneOf("anchored", "system_and_3"),
        system_ttl: oneOf("auto", "5m", "1h"),
        adaptive_ttl: oneOf("on", "suggest", "off"),
      }),
    {
      enabled: true,
      cache_ttl: "5m",
      strategy: "anchored",
      system_ttl: "auto",
      adaptive_ttl: "on",
    },
  ),
  prompt: section(() => z.object({ refresh_on_compression: oneOf("changed", "never", "always") }), {
    refresh_on_compression: "changed",
  }),
  context_file_max_chars: section(positive, 20_000),
  prefill_messages_file: section(text, ""),
  platform_hints: section(
    () => named(z.union([z.string(), z.object({ append: text().optional(), replace: text().optional() })])),
    {},
  ),
};
