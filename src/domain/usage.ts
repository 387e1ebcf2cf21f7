import { z } from "zod";

const count = z.int().nonnegative();

/** What a request cost in tokens. `prompt_tokens` is input + cache read + cache write; `total_tokens` adds the output. */
const UsageSchema = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  reasoning_tokens: count,
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  /** The part of `cache_write_tokens` that lives an hour, where the provider told them apart. */
  cache_write_1h_tokens: count.optional(),
});

export type Usage = Readonly<z.infer<typeof UsageSchema>>;

/** The numbers a provider reports; the other three follow from them. */
export type UsageParts = Pick<
  Usage,
  | "input_tokens"
  | "output_tokens"
  | "cache_read_tokens"
  | "cache_write_tokens"
  | "reasoning_tokens"
  | "cache_write_1h_tokens"
>;

export function usageOf(parts: UsageParts): Usage {
  const prompt = parts.input_tokens + parts.cache_read_tokens + parts.cache_write_tokens;
  return {
    input_tokens: parts.input_tokens,
    output_tokens: parts.output_tokens,
    cache_read_tokens: parts.cache_read_tokens,
    cache_write_tokens: parts.cache_write_tokens,
    reasoning_tokens: parts.reasoning_tokens,
    prompt_tokens: prompt,
    completion_tokens: parts.output_tokens,
    total_tokens: prompt + parts.output_tokens,
    ...hourOf(parts.cache_write_1h_tokens),
  };
}

export const noUsage: Usage = usageOf({
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
});

export function addUsage(a: Usage, b: Usage): Usage {
  return usageOf({
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
    cache_write_1h_tokens: (a.cache_write_1h_tokens ?? 0) + (b.cache_write_1h_tokens ?? 0),
  });
}

function hourOf(tokens = 0): Pick<Usage, "cache_write_1h_tokens"> {
  return tokens === 0 ? {} : { cache_write_1h_tokens: tokens };
}
