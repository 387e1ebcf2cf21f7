import fc from "fast-check";
import { expect, test } from "vitest";
import { usageOf } from "../../domain/usage.ts";
import { normaliseUsage } from "./usage.ts";

const none = { cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 };

test("[AL-D18] chat counts cached tokens as prompt, so they are taken out of the input", () => {
  const raw = { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60 }, completion_tokens: 5 };
  expect(normaliseUsage("chat_completions", raw)).toEqual({
    input_tokens: 40,
    output_tokens: 5,
    cache_read_tokens: 60,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    prompt_tokens: 100,
    completion_tokens: 5,
    total_tokens: 105,
  });
});

test("[AL-D19] Anthropic counts cached tokens beside the input, so they are added to the prompt", () => {
  const raw = { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 5, output_tokens: 7 };
  const usage = normaliseUsage("anthropic_messages", raw);
  expect(usage).toEqual(
    usageOf({ input_tokens: 10, output_tokens: 7, cache_read_tokens: 80, cache_write_tokens: 5, reasoning_tokens: 0 }),
  );
  expect(usage).toMatchObject({ prompt_tokens: 95, total_tokens: 102 });
});

test("[AL-D20] Responses keeps its counts in details", () => {
  const raw = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 30 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 4 },
  };
  expect(normaliseUsage("codex_responses", raw)).toEqual(
    usageOf({ ...none, input_tokens: 70, output_tokens: 9, cache_read_tokens: 30, reasoning_tokens: 4 }),
  );
});

test.each([
  [{ prompt_tokens: 10, cache_read_input_tokens: 4 }, 4, 0],
  [{ prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 0 }, prompt_cache_hit_tokens: 3 }, 3, 0],
  [{ input_tokens: 10, cached_tokens: 2 }, 2, 0],
  [{ prompt_tokens: 10, prompt_tokens_details: { cache_write_tokens: 5 } }, 0, 5],
  [{ prompt_tokens: 10, cache_creation_input_tokens: 6 }, 0, 6],
])("chat servers keep cache counts in many places: %j", (raw, read, write) => {
  expect(normaliseUsage("chat_completions", raw)).toEqual(
    usageOf({
      ...none,
      input_tokens: 10 - read - write,
      output_tokens: 0,
      cache_read_tokens: read,
      cache_write_tokens: write,
    }),
  );
});

test("no usage is not zero usage, and nonsense counts nothing", () => {
  expect(normaliseUsage("chat_completions", null)).toBeNull();
  expect(normaliseUsage("chat_completions", { prompt_tokens: "many", completion_tokens: -3 })).toEqual(
    usageOf({ ...none, input_tokens: 0, output_tokens: 0 }),
  );
});

test("no count is ever negative or broken, whatever a server reports", () => {
  const modes = fc.constantFrom("chat_completions" as const, "anthropic_messages" as const, "codex_responses" as const);
  const count = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null));
  const details = fc.record({ cached_tokens: count, cache_write_tokens: count }, { requiredKeys: [] });
  const raw = fc.record(
    {
      prompt_tokens: count,
      input_tokens: count,
      output_tokens: count,
      prompt_tokens_details: details,
      input_tokens_details: details,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(modes, raw, (mode, reported) => {
      const usage = normaliseUsage(mode, reported);
      expect(Object.values(usage ?? {}).every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
    }),
  );
});

const rawHours = (hour: number) => ({
  input_tokens: 5,
  cache_creation_input_tokens: 60,
  cache_creation: { ephemeral_5m_input_tokens: 60 - hour, ephemeral_1h_input_tokens: hour },
});

const hours = (hour: number) => normaliseUsage("anthropic_messages", rawHours(hour))?.cache_write_1h_tokens;

test("what is written for an hour is told apart where the provider does, and is never more than all that was written", () => {
  expect([hours(40), hours(0), hours(90)]).toEqual([40, undefined, 60]);
});
