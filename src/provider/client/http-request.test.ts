import { expect, test } from "vitest";
import { endpointUrl } from "./http-request.ts";

test.each([
  ["https://api.openai.com/v1", "/chat/completions", "https://api.openai.com/v1/chat/completions"],
  ["https://api.openai.com/v1/", "/responses", "https://api.openai.com/v1/responses"],
  ["https://api.anthropic.com", "/v1/messages", "https://api.anthropic.com/v1/messages"],
  ["https://api.anthropic.com/v1", "/v1/messages", "https://api.anthropic.com/v1/messages"],
  ["https://gateway.test/anthropic", "/v1/messages", "https://gateway.test/anthropic/v1/messages"],
  ["https://x.test/openai?api-version=3", "/responses", "https://x.test/openai/responses?api-version=3"],
])("%s and %s make %s", (base, path, url) => {
  expect(endpointUrl(base, path)).toBe(url);
});
