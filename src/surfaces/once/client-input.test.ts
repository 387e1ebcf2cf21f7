import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClientLine, readClient } from "./client-input.ts";
import { linesOf } from "./lines.ts";

async function* cutInto(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const skipped: unknown = expect.stringMatching(/^line 2 of the input was skipped: ./);
const read = (text: string, size = 7): Promise<ClientLine[]> =>
  collect(readClient(cutInto(new TextEncoder().encode(text), size)));

test("each kind of line arrives, blank lines do not, and the last needs no line feed", async () => {
  const text = [
    '{"type":"user","content":"hé 😀"}',
    "",
    '{"type":"user","content":[{"type":"text","text":"look"}]}\r',
    '{"type":"steer","text":"faster"}',
    '{"type":"interrupt"}',
    '{"type":"approval","id":"a1","decision":"deny"}',
    '{"type":"clarify","id":"c1","answer":"blue"}',
  ].join("\n");
  expect(await read(text)).toEqual([
    { type: "user", content: "hé 😀" },
    { type: "user", content: [{ type: "text", text: "look" }] },
    { type: "steer", text: "faster" },
    { type: "interrupt" },
    { type: "answer", questionId: "a1", choice: "deny" },
    { type: "answer", questionId: "c1", choice: "blue" },
  ]);
});

test.each(["{", "[1]", '"text"', "null", '{"type":"frob"}', '{"type":"user"}', '{"type":"user","content":" "}'])(
  "%s is one notice that names its line, and the next line counts again",
  async (bad) => {
    expect(await read(`\n${bad}\n{"type":"interrupt"}\n`)).toEqual([
      { type: "malformed", notice: skipped },
      { type: "interrupt" },
    ]);
  },
);

test("lines are the same wherever the stream is cut", async () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const bytes = new TextEncoder().encode(lines.map((text) => `${text}\n`).join(""));
      expect(await collect(linesOf(cutInto(bytes, size), 1_000_000))).toEqual(lines);
    }),
  );
});

test("a line that is too long is reported and not kept", async () => {
  const bytes = new TextEncoder().encode(`${"x".repeat(50)}\nshort\n${"y".repeat(50)}`);
  expect(await collect(linesOf(cutInto(bytes, 8), 20))).toEqual([null, "short", null]);
});
