import { encode } from "gpt-tokenizer/encoding/o200k_base";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimateTokens, familyOf } from "./estimate-tokens.ts";

const gpt = familyOf("gpt-4o");

const samples = {
  code: readFileSync("src/context/text-features.ts", "utf8"),
  json: readFileSync("package-lock.json", "utf8").slice(0, 20_000),
  prose: readFileSync("src/text/phrases/README.md", "utf8").repeat(3),
  chinese: "上下文长度超过最大长度时，系统会把对话的中间部分压缩成一个结构化的摘要，并保留每一轮原文。".repeat(40),
};

test.each(Object.entries(samples))("the estimate of %s is within a quarter of the real count", (_kind, text) => {
  const real = encode(text).length;
  expect(Math.abs(estimateTokens(text, gpt) / real - 1)).toBeLessThan(0.25);
});

test("newer Claude models get their longer count, relatives their factor", () => {
  const text = samples.prose;
  expect(estimateTokens(text, familyOf("claude-opus-4-8"))).toBeGreaterThan(
    1.25 * estimateTokens(text, familyOf("anthropic/claude-sonnet-4.5")),
  );
  expect(estimateTokens(text, familyOf("qwen3-coder"))).toBeGreaterThan(estimateTokens(text, gpt));
});

test("more text never weighs less, and no text weighs nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(estimateTokens(`${a}\n${b}`, gpt) + 1).toBeGreaterThanOrEqual(estimateTokens(a, gpt));
    }),
  );
  expect(estimateTokens("", gpt)).toBe(0);
});
