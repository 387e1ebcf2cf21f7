import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { TransportError } from "../domain/http.ts";
import type { HttpRequest } from "../domain/http.ts";
import { asTransport } from "./as-transport.ts";
import { createSimulator } from "./handler.ts";
import type { Fault } from "./scenario.ts";

const request: HttpRequest = {
  method: "POST",
  url: "http://127.0.0.1:1/v1/chat/completions",
  headers: { Authorization: "Bearer key" },
  body: JSON.stringify({ model: "demo", stream: true, messages: [{ role: "user", content: "hi" }] }),
  connectTimeoutMs: 1_000,
};

function transportWith(fault: Fault, clock: FakeClock) {
  const scenario = { api_key: "key", steps: [{ reply: { text: "a long enough answer" }, fault }] };
  return asTransport(createSimulator({ clock, scenario }), clock);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("delays pass on the injected clock, and the bytes are those of the quick answer", async () => {
  const clock = new FakeClock();
  const signal = new AbortController().signal;
  const drip = { kind: "drip", delay_ms: 250, chunk_bytes: 100 } as const;
  const slow = await transportWith(drip, clock)(request, signal);
  const start = clock.now();
  const text = await clock.runUntil(textOf(slow.body));
  expect(clock.now() - start).toBe(250 * Math.ceil(splitCount(text)));
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
});

test("a cut is a reset connection after exactly that many bytes", async () => {
  const { body } = await transportWith({ kind: "cut", at_byte: 10 }, new FakeClock())(
    request,
    new AbortController().signal,
  );
  let bytes = 0;
  const read = async (): Promise<void> => {
    for await (const part of body) bytes += part.length;
  };
  const error: unknown = await read().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ fault: "reset", code: "ECONNRESET" });
  expect(bytes).toBe(10);
});

test("a stall lasts until the caller gives up", async () => {
  const controller = new AbortController();
  const { body } = await transportWith({ kind: "stall", at_byte: 5 }, new FakeClock())(request, controller.signal);
  const reading = textOf(body);
  controller.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
});

test("nothing is asked on an aborted signal", async () => {
  const transport = transportWith({ kind: "empty" }, new FakeClock());
  await expect(transport(request, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
});

/** Frames are dripped one by one, each in pieces of 100 bytes. */
function splitCount(text: string): number {
  const frames = text.split("\n\n").filter((frame) => frame !== "");
  return frames.reduce((sum, frame) => sum + Math.ceil((Buffer.byteLength(frame) + 2) / 100), 0);
}
