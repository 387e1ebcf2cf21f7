import type { ApiMode } from "../../domain/runtime.ts";
import { type Usage, usageOf } from "../../domain/usage.ts";
import { isReceived, type Received } from "./received.ts";

type Columns = {
  readonly input: readonly string[];
  /** The provider counts what came from the cache as input too. */
  readonly inputHoldsCache: boolean;
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** The part of it that is kept for an hour. */
  readonly writeHour?: readonly string[];
  readonly output: readonly string[];
  readonly reasoning: readonly string[];
};

/** Where each format keeps its numbers; of several places the first that is not zero counts. */
const columns: Readonly<Record<ApiMode, Columns>> = {
  anthropic_messages: {
    input: ["input_tokens"],
    inputHoldsCache: false,
    read: ["cache_read_input_tokens"],
    write: ["cache_creation_input_tokens"],
    writeHour: ["cache_creation.ephemeral_1h_input_tokens"],
    output: ["output_tokens"],
    reasoning: ["output_tokens_details.reasoning_tokens", "output_tokens_details.thinking_tokens"],
  },
  codex_responses: {
    input: ["input_tokens"],
    inputHoldsCache: true,
    read: ["input_tokens_details.cached_tokens"],
    write: ["input_tokens_details.cache_write_tokens", "input_tokens_details.cache_creation_tokens"],
    output: ["output_tokens"],
    reasoning: ["output_tokens_details.reasoning_tokens"],
  },
  chat_completions: {
    input: ["prompt_tokens", "input_tokens"],
    inputHoldsCache: true,
    read: [
      "prompt_tokens_details.cached_tokens",
      "cache_read_input_tokens",
      "prompt_cache_hit_tokens",
      "cached_tokens",
    ],
    write: [
      "prompt_tokens_details.cache_write_tokens",
      "prompt_tokens_details.cache_creation_input_tokens",
      "cache_creation_input_tokens",
      "cache_write_tokens",
    ],
    writeHour: ["cache_creation.ephemeral_1h_input_tokens"],
    output: ["completion_tokens", "output_tokens"],
    reasoning: ["completion_tokens_details.reasoning_tokens"],
  },
};

/** null: the provider reported nothing, which is not the same as zero. */
export function normaliseUsage(mode: ApiMode, raw: unknown): Usage | null {
  if (!isReceived(raw)) return null;
  const { input, inputHoldsCache, read, write, writeHour = [], output, reasoning } = columns[mode];
  const [cacheRead, cacheWrite] = [firstCount(raw, read), firstCount(raw, write)];
  const counted = firstCount(raw, input);
  return usageOf({
    input_tokens: inputHoldsCache ? Math.max(0, counted - cacheRead - cacheWrite) : counted,
    output_tokens: firstCount(raw, output),
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    reasoning_tokens: firstCount(raw, reasoning),
    cache_write_1h_tokens: Math.min(cacheWrite, firstCount(raw, writeHour)),
  });
}

function firstCount(raw: Received, paths: readonly string[]): number {
  for (const path of paths) {
    const count = countAt(raw, path);
    if (count > 0) return count;
  }
  return 0;
}

const mostTokens = 1e12; // no window is as large, and sums of such counts stay exact

function countAt(raw: Received, path: string): number {
  const [outer = "", inner] = path.split(".");
  const found = raw[outer];
  const value = inner === undefined ? found : isReceived(found) ? found[inner] : undefined;
  if (typeof value !== "number" || !Number.isFinite(value)) return 0;
  return Math.min(Math.max(0, Math.trunc(value)), mostTokens);
}
