import { expect, test } from "vitest";
import { catalog, findProvider } from "./catalog.ts";
import { modelFacts } from "./models.ts";

test("every provider that must be known is a row, and no name means two", () => {
  const names = catalog.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(catalog.map(({ id }) => id).join(" ")).toBe(
    "anthropic openai openrouter nous gemini deepseek xai mistral groq ollama lmstudio llama.cpp vllm custom demo",
  );
});

test("whoever needs a key names the variable for it and an https address", () => {
  for (const row of catalog.filter(({ keyless }) => !keyless)) {
    expect(row.keyEnv.length).toBeGreaterThan(0);
    expect(row.baseUrl).toMatch(/^https:/);
  }
});

test("a provider is found by its name or another, in any case", () => {
  expect(findProvider("Google")?.id).toBe("gemini");
  expect(findProvider("llamacpp")?.id).toBe("llama.cpp");
  expect(findProvider("nobody")).toBeNull();
});

test.each([
  ["anthropic/claude-opus-4.6", 1_000_000, 128_000, true],
  ["claude-opus-4-20250514", 200_000, 32_000, true],
  ["claude-3-5-haiku", 200_000, 8_192, true],
  ["openai/gpt-5.6-mini", 400_000, 128_000, true],
  ["gpt-4.1", 1_047_576, 32_768, true],
  ["hermes-4-llama", 131_072, null, false],
  ["solo1", 256_000, null, false],
  ["", 256_000, null, false],
])("%s: a window of %i, at most %s out, sees: %s", (model, contextLength, maxOutput, vision) => {
  expect(modelFacts(model)).toEqual({ contextLength, maxOutput, vision });
});
