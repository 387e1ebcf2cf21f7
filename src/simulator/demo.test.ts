import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { demoModel, demoTransport } from "./demo.ts";

const bodies = {
  "/v1/chat/completions": { model: demoModel, messages: [{ role: "user", content: "hi" }] },
  "/v1/messages": { model: demoModel, max_tokens: 500, messages: [{ role: "user", content: "hi" }] },
  "/v1/responses": { model: demoModel, input: [{ role: "user", content: "hi" }], store: false },
};

test.each(Object.entries(bodies))(
  "the demo answers at %s without a key, and no other model does",
  async (path, body) => {
    const transport = demoTransport(new FakeClock());
    const ask = async (changes: object): Promise<string> => {
      const response = await transport(
        {
          method: "POST",
          url: `http://demo.invalid${path}`,
          headers: { "anthropic-version": "2023-06-01" },
          body: JSON.stringify({ ...body, ...changes }),
          connectTimeoutMs: 1_000,
        },
        new AbortController().signal,
      );
      const parts: Uint8Array[] = [];
      for await (const part of response.body) parts.push(part);
      return `${response.status} ${Buffer.concat(parts).toString()}`;
    };
    expect(await ask({})).toMatch(/^200 .*not an AI/);
    expect(await ask({ stream: true })).toMatch(/^200 (data|event): /);
    expect(await ask({ model: "gpt-5" })).toMatch(/^404 /);
    expect(await ask({ nonsense: true })).toMatch(/^400 .*nonsense/);
  },
);
