import { encode } from "gpt-tokenizer/encoding/o200k_base";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { estimateMessage, estimateTokens, familyFor, familyOf } from "./estimate-tokens.ts";

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

const seam = 16; // where two texts meet, one run of characters may become of another kind

test("[CC-I25] more text never weighs less, none weighs nothing, and no text is too odd or too long", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.base64String({ maxLength: 200 }));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other, both] = [a, b, a + b].map((each) => estimateTokens(each, gpt));
      expect(both).toBeGreaterThanOrEqual(0.98 * Math.max(one ?? 0, other ?? 0) - seam);
      expect(both).toBeLessThanOrEqual(1.02 * ((one ?? 0) + (other ?? 0)) + 2 * seam + Math.max(a.length, b.length));
    }),
  );
  expect(estimateTokens("", gpt)).toBe(0);
  for (const piece of ["a", "1", "=", " ", "\ud800", "字", "aB1+"]) {
    expect(estimateTokens(piece.repeat(1_000_000), gpt)).toBeGreaterThan(0);
  }
});

const weigh = (model: string, url: string): number =>
  estimateMessage({ role: "user", content: [{ type: "image_url", image_url: { url } }] }, familyOf(model)) - 14;

test("[CC-C18] a picture counts by its size where it says it, and never by its base64", () => {
  const bytes = Buffer.alloc(300_000, 7);
  bytes.write("\x89PNG\r\n\x1a\n", "latin1");
  bytes.writeUInt32BE(1_000, 16);
  bytes.writeUInt32BE(1_200, 20);
  const png = `data:image/png;base64,${bytes.toString("base64")}`;
  expect(weigh("claude-sonnet-4-5", png)).toBe(Math.ceil((1_000 * 1_200) / 750));
  expect(weigh("gpt-4o", png)).toBe(85 + 170 * 4);
  expect(weigh("gemini-2.5-pro", png)).toBe(258 * 4);
  expect(weigh("gpt-4o", `data:image/jpeg;base64,${bytes.toString("base64")}`)).toBeLessThanOrEqual(1_600);
  expect(weigh("gpt-4o", "https://example.com/a.png")).toBe(1_600);
});

test("[CC-C19] base64 in a tool result weighs about two tokens in three characters", () => {
  let state = 1;
  const bytes = Buffer.from(Array.from({ length: 30_000 }, () => (state = (state * 48_271) % 2_147_483_647) & 0xff));
  const text = bytes.toString("base64").slice(0, 40_000);
  const tokens = estimateTokens(text, gpt);
  expect(Math.abs(tokens / 27_000 - 1)).toBeLessThan(0.12);
});

test("a model nobody knows weighs more where it runs at home", () => {
  const local = familyFor({ model: "my-finetune", traits: { local: true } });
  expect(local.factor).toBe(1.15);
  expect(familyFor({ model: "gpt-oss", traits: { local: true } }).factor).toBe(1);
});
