import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import { noLatches, type WireLatches } from "../../domain/model-client.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { Secret } from "../../domain/secret.ts";
import { createAnthropicMessages } from "../protocols/anthropic-messages/anthropic-messages.ts";
import { wireOf } from "../wire.ts";
import { endpointUrl, httpRequestOf } from "./http-request.ts";

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

const wire = wireOf(createAnthropicMessages());
const headersOf = (latches: Partial<WireLatches>, runtime: Partial<Runtime>): Readonly<Record<string, string>> =>
  httpRequestOf(modelRequest({ latches: { ...noLatches, ...latches }, runtime }), wire, {
    body: "{}",
    connectTimeoutMs: 1,
  }).headers;

test("a dropped beta is left out whoever asked for it, and the others stay", () => {
  const headers = { "Anthropic-Beta": "context-1m-2025-08-07, files-api-2025-04-14" };
  const droppedBetas = ["context-1m-2025-08-07"];
  expect(headersOf({ droppedBetas }, { headers })["anthropic-beta"]).toBe("files-api-2025-04-14");
  const alone = { "anthropic-beta": "context-1m-2025-08-07" };
  expect("anthropic-beta" in headersOf({ droppedBetas }, { headers: alone })).toBe(false);
});

test("characters no header can carry are left out once recovery has found them", () => {
  const credential = { secret: new Secret("sk-ké\u200b\u2026y\n"), source: "A_KEY", scheme: "bearer" } as const;
  expect(headersOf({}, { credential })["authorization"]).toBe("Bearer sk-ké\u200b\u2026y\n");
  expect(headersOf({ headersScrubbed: true }, { credential })["authorization"]).toBe("Bearer sk-kéy");
});
