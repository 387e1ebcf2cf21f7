import { z } from "zod";
import { ApiModeSchema } from "../../domain/runtime.ts";
import { amount, anything, autoOr, named, oneOf, positive, shared, text, words } from "./leaves.ts";
import { section } from "./section.ts";

export const apiMode = shared(() => autoOr(ApiModeSchema));

const providerModel = () =>
  z.object({
    timeout_seconds: amount().optional(),
    stale_timeout_seconds: amount().optional(),
    context_length: positive().optional(),
    max_tokens: positive().optional(),
    prices: z
      .object({
        input: amount(),
        output: amount(),
        cache_read: amount().optional(),
        cache_write: amount().optional(),
      })
      .optional(),
  });

const provider = () =>
  z.object({
    base_url: text().optional(),
    api_key: text().optional(),
    api_keys: words().optional(),
    key_env: text().optional(),
    api_mode: apiMode().optional(),
    default_model: text().optional(),
    request_timeout_seconds: amount().optional(),
    stale_timeout_seconds: amount().optional(),
    models: named(providerModel()).optional(),
    extra_headers: named(text()).optional(),
  });

export const fallback = () =>
  z.object({
    provider: text(),
    model: text(),
    base_url: text().optional(),
    api_key: text().optional(),
    key_env: text().optional(),
    api_mode: apiMode().optional(),
    reasoning_echo: z.boolean().optional(),
  });

const customProvider = () =>
  z.object({
    name: text(),
    base_url: text(),
    api_key: text().optional(),
    key_env: text().optional(),
    api_mode: apiMode().optional(),
    model: text().optional(),
    models: z.union([named(anything()), z.array(anything())]).optional(),
  });

export const modelSections = {
  model: section(
    () =>
      z.object({
        default: text(),
        provider: text(),
        base_url: text(),
        api_mode: apiMode(),
        context_length: autoOr(positive()),
        max_tokens: autoOr(positive()),
        aliases: named(text()),
        reasoning_echo: z.boolean().optional(),
      }),
    {
      default: "",
      provider: "auto",
      base_url: "",
      api_mode: "auto",
      context_length: "auto",
      max_tokens: "auto",
      aliases: {},
    },
  ),
  providers: section(() => named(provider()), {}),
  custom_providers: section(() => z.array(customProvider()), []),
  model_overrides: section(() => named(named(z.object({ context_window: positive().optional() }))), {}),
  fallback_providers: section(() => z.array(fallback()), []),
  credential_pool_strategies: section(() => named(oneOf("fill_first", "round_robin", "least_used", "random")), {}),
  image_gen: section(() => z.object({ max_parallel_requests: positive() }), { max_parallel_requests: 4 }),
};
