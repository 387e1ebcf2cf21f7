import fc from "fast-check";
import { expect, test } from "vitest";
import { thawPrompt } from "../prompt/frozen-prompt.ts";
import { createHash } from "node:crypto";
import { prefixSize } from "./prefix-size.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const tool = { name: "look", description: "Look up. Ω", parameters: { type: "object" } };

function frozen(layers: readonly (readonly [id: string, text: string])[]) {
  const meta = {
    version: 1,
    layers: layers.map(([id, text]) => ({ id, bytes: Buffer.byteLength(text), sha256: sha256(text) })),
    runtime: { model: "gpt-4o", provider: "openai", cwd: "/" },
    startedAt: "2026-03-30T21:30:00.000Z",
    timezone: "UTC",
  };
  return thawPrompt({ text: layers.map(([, text]) => text).join("\n\n"), meta });
}

test("layers and tools are weighed one by one; the blank lines between layers are part of the whole only", () => {
  const prompt = frozen([
    ["identity", "You are 🪶."],
    ["timestamp", "Model: gpt-4o"],
  ]);
  const schema = JSON.stringify(tool);
  const { total, prompt: whole, tools, layers, toolSchemas } = prefixSize({ prompt, tools: [tool] }, "gpt-4o");
  expect(layers.map(({ name, chars, bytes }) => [name, chars, bytes])).toEqual([
    ["identity", 10, 13],
    ["timestamp", 13, 13],
  ]);
  expect([whole.chars, whole.bytes]).toEqual([25, 28]);
  expect(toolSchemas.map(({ name, chars, bytes }) => [name, chars, bytes])).toEqual([
    ["look", schema.length, schema.length + 1],
  ]);
  expect([total.chars, total.bytes, total.tokens]).toEqual([
    whole.chars + tools.chars,
    whole.bytes + tools.bytes,
    whole.tokens + tools.tokens,
  ]);
});

test("the model decides how many tokens a text is estimated at", () => {
  const prompt = frozen([["identity", "Antidisestablishmentarianism, (again)."]]);
  const tokens = (model: string): number => prefixSize({ prompt, tools: [] }, model).total.tokens;
  expect(tokens("claude-sonnet-4-5")).toBeGreaterThan(tokens("gpt-4o"));
});

test("layers and the blank lines between them are the whole prompt", () => {
  const text = fc.string({ minLength: 1, unit: "grapheme" });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const prompt = frozen(texts.map((each, index) => [`layer-${index}`, each] as const));
      const { prompt: whole, layers } = prefixSize({ prompt, tools: [] }, "gpt-4o");
      expect(layers.map(({ bytes }) => bytes + 2).reduce((sum, bytes) => sum + bytes)).toBe(whole.bytes + 2);
      expect(layers.map(({ chars }) => chars + 2).reduce((sum, chars) => sum + chars)).toBe(whole.chars + 2);
    }),
  );
});

test("a prompt whose layers cannot be told apart is weighed as a whole", () => {
  const prompt = thawPrompt({ text: "from another time", meta: null });
  const { layers, prompt: whole } = prefixSize({ prompt, tools: [] }, "gpt-4o");
  expect([layers, whole.chars]).toEqual([[], 17]);
});
