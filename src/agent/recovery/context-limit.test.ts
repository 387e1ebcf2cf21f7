import { expect, test } from "vitest";
import { statedContextLimit } from "./context-limit.ts";
import { availableOutput, isAboutOutput } from "./output-room.ts";

const rows: readonly (readonly [message: string, limit: number | null, output: number | null])[] = [
  ["prompt is too long: 250000 tokens > 200000 maximum", 200_000, null],
  [
    "This model's maximum context length is 32768 tokens. However, your messages resulted in 40000 tokens",
    32_768,
    null,
  ],
  ["The input token count (1058724) exceeds the maximum number of tokens allowed (1048576)", 1_048_576, null],
  ["context_length_exceeded: 131072", 131_072, null],
  ["max_model_len is 65536", 65_536, null],
  ["This exceeds the maximum model length of 65536", 65_536, null],
  ["max_tokens: 32768 > context_window: 200000 - input_tokens: 190000 = available_tokens: 10000", null, 10_000],
  ["Range of max_tokens should be [1, 65536]", null, 65_536],
  ["max_tokens (98304) exceeds model's maximum output tokens (65536)", null, 65_536],
  [
    "This model's maximum context length is 131072 tokens. You requested 65536 output tokens and your prompt contains at least 65537 input tokens",
    null,
    32_768,
  ],
  [
    "This model's maximum context length is 65536 tokens. You requested 65536 output tokens and your prompt contains 77409 characters",
    null,
    39_733,
  ],
  ["Your input exceeds the context window of this model", null, null],
];

test.each(rows)("[CC-C23] %s: a window of %s, room for %s", (message, limit, output) => {
  const text = message.toLowerCase();
  expect(availableOutput(text)).toBe(output);
  if (output === null) expect([isAboutOutput(text), statedContextLimit(text)]).toEqual([false, limit]);
  else expect(isAboutOutput(text)).toBe(true);
});
