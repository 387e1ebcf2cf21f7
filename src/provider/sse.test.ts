import fc from "fast-check";
import { expect, test } from "vitest";
import { type StreamItem, streamItems } from "./sse.ts";

async function* cutAt(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
}

async function itemsOf(text: string, cuts: readonly number[] = []): Promise<readonly StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of streamItems(cutAt(new TextEncoder().encode(text), cuts))) items.push(item);
  return items;
}

const payload = (value: unknown): StreamItem => ({ kind: "payload", payload: value });

test("payloads come out parsed; comments, names and ids do not", async () => {
  const text = ': keep-alive\n\nevent: x\nid: 1\ndata: {"a":1}\n\ndata: {"b":\ndata: 2}\r\n\r\n';
  expect(await itemsOf(text)).toEqual([payload({ a: 1 }), payload({ b: 2 })]);
});

test("the end mark ends the stream, whatever follows", async () => {
  expect(await itemsOf('data: {"a":1}\n\ndata: [DONE]\n\ndata: {"late":1}\n\n')).toEqual([
    payload({ a: 1 }),
    { kind: "done" },
  ]);
});

test("what is not JSON is handed on as it came and ends the stream", async () => {
  expect(await itemsOf('data: upstream exploded\n\ndata: {"a":1}\n\n')).toEqual([
    { kind: "rubbish", text: "upstream exploded" },
  ]);
});

test("a last event without its blank line counts when it is whole and is dropped when it is cut", async () => {
  expect(await itemsOf('data: {"a":1}')).toEqual([payload({ a: 1 })]);
  expect(await itemsOf('data: {"a":1}\n\ndata: {"b')).toEqual([payload({ a: 1 })]);
});

test("wherever the bytes are cut, inside characters too, the items are the same", async () => {
  const text = `${["héllo", "😀 上下文", "\u2028"].map((word) => `data: ${JSON.stringify({ word })}\n\n`).join("")}data: [DONE]\n\n`;
  const whole = await itemsOf(text);
  const length = new TextEncoder().encode(text).length;
  for (let at = 0; at <= length; at++) expect(await itemsOf(text, [at])).toEqual(whole);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(length)), async (cuts) => {
      expect(
        await itemsOf(
          text,
          cuts.toSorted((a, b) => a - b),
        ),
      ).toEqual(whole);
    }),
  );
});
