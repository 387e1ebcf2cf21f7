import fc from "fast-check";
import { expect, test } from "vitest";
import { type Frame, frame, frameReader } from "./bubblewrap-frames.ts";
import { decodeStart, encodeStart } from "./bubblewrap-start.ts";

const kind = fc.constantFrom("output", "aside", "write", "exit", "closed" as const);
const sent = fc.record({ kind, id: fc.nat(), body: fc.uint8Array({ maxLength: 50 }) });

test("frames cut anywhere come out as they went in", () => {
  fc.assert(
    fc.property(fc.array(sent), fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (frames, sizes) => {
      const got: Frame[] = [];
      const read = frameReader((one) => got.push({ ...one, body: Buffer.from(one.body) }));
      let stream = Buffer.concat(frames.map((one) => frame(one.kind, one.id, one.body)));
      for (const size of sizes) {
        if (stream.length === 0) break;
        expect(read(stream.subarray(0, size))).toBe(true);
        stream = stream.subarray(size);
      }
      expect(got).toEqual(frames.map((one) => ({ ...one, body: Buffer.from(one.body) })));
    }),
  );
});

test("a stream that is none of frames is given up: unknown kinds, and bodies nobody would send", () => {
  expect(frameReader(() => undefined)(Buffer.from([0, 0, 0, 0, 200, 0, 0, 0, 0]))).toBe(false);
  expect(frameReader(() => undefined)(Buffer.from([255, 0, 0, 0, 4, 0, 0, 0, 0]))).toBe(false);
});

const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
const name = word.filter((text) => text !== "" && !text.includes("=") && text !== "__proto__");

test("a program told across the wall is the same program", () => {
  fc.assert(
    fc.property(
      fc.record({
        argv: fc.tuple(word, fc.array(word)).map(([file, args]): [string, ...string[]] => [file, ...args]),
        cwd: word,
        env: fc.dictionary(name, word, { noNullPrototype: true }),
        input: fc.boolean(),
        aside: fc.boolean(),
        terminal: fc.option(fc.record({ columns: fc.nat(), rows: fc.nat() })),
      }),
      (start) => {
        expect(decodeStart(encodeStart(start))).toEqual(start);
      },
    ),
  );
});
