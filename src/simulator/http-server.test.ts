import { request } from "node:http";
import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { createSimulator } from "./handler.ts";
import { serveSimulator } from "./http-server.ts";
import type { Fault } from "./scenario.ts";

const body = JSON.stringify({ model: "demo", stream: true, messages: [{ role: "user", content: "hi" }] });

async function served(fault: Fault, clock = new FakeClock()) {
  const scenario = { steps: [{ reply: { text: "an answer" }, fault }] };
  return serveSimulator(createSimulator({ clock, scenario }), clock);
}

const post = (url: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, { method: "POST", body, ...(signal === undefined ? {} : { signal }) });

test("a cut breaks the connection after the bytes that were promised", async () => {
  await using server = await served({ kind: "cut", at_byte: 30 });
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly received: number; readonly error: Error }>();
  const sent = request(`${server.url}/v1/chat/completions`, { method: "POST" }, (response) => {
    let received = 0;
    response.on("data", (bytes: Buffer) => (received += bytes.length));
    response.on("error", (error) => resolve({ received, error }));
  });
  sent.on("error", reject).end(body);
  expect(await promise).toMatchObject({ received: 30, error: { code: "ECONNRESET" } });
});

test("a stalled answer ends when the caller gives up, and the server lives on", async () => {
  await using server = await served({ kind: "stall", at_byte: 10 });
  const controller = new AbortController();
  const response = await post(server.url, controller.signal);
  const reading = response.text();
  controller.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  expect((await fetch(`${server.url}/v1/models`)).status).toBe(200);
});

test("delays are those of the given clock", async () => {
  const clock = new FakeClock();
  await using server = await served({ kind: "drip", delay_ms: 60_000, chunk_bytes: null }, clock);
  const text = await clock.runUntil(post(server.url).then((response) => response.text()));
  expect(text).toContain("[DONE]");
  expect(clock.sleeps.every((ms) => ms === 60_000)).toBe(true);
});

test("disposing drops a connection that is still talking", async () => {
  const server = await served({ kind: "stall", at_byte: 10 });
  const response = await post(server.url);
  const reading = response.text();
  const broken = expect(reading).rejects.toThrow("terminated");
  await server[Symbol.asyncDispose]();
  await broken;
});

const broken = (): never => {
  throw new Error("the source is broken");
};

test("a bug in what answers is told, not hidden", async () => {
  const clock = new FakeClock();
  await using server = await serveSimulator(createSimulator({ clock, source: broken }), clock);
  const response = await post(server.url);
  expect(`${response.status} ${await response.text()}`).toMatch(/^500 .*the source is broken/);
});
