import fc from "fast-check";
import { expect, test } from "vitest";
import { addText, type Grown, lastBlock, noText, type OpenText, tailOf } from "./open-text.ts";

function grown(pieces: readonly string[]): Grown {
  return pieces.reduce<Grown>(
    ({ open, blocks }, piece) => {
      const next = addText(open, piece);
      return { open: next.open, blocks: [...blocks, ...next.blocks] };
    },
    { open: noText, blocks: [] },
  );
}

function timed(from: OpenText, pieces: readonly string[]): { readonly open: OpenText; readonly took: number } {
  const began = performance.now();
  const open = pieces.reduce((before, piece) => addText(before, piece).open, from);
  return { open, took: performance.now() - began };
}

function allBlocks(pieces: readonly string[]): readonly string[] {
  const { open, blocks } = grown(pieces);
  const last = lastBlock(open);
  return last === null ? blocks : [...blocks, last];
}

test("a blank line finishes a block, inside a fence it does not", () => {
  const text = "one\ntwo\n\n```js\na\n\nb\n```\n\n~~~~\n```\n\n~~~\n\nx\n~~~~\n\nlast";
  expect(grown([text])).toEqual({
    blocks: ["one\ntwo", "```js\na\n\nb\n```", "~~~~\n```\n\n~~~\n\nx\n~~~~"],
    open: { lines: "", line: "last", fence: null },
  });
});

test("however a text is cut into pieces, its blocks are the same, and nothing of it is lost", () => {
  const line = fc.constantFrom("", "text", "  - item", "```", "```ts", "~~~", "| a | b |", "你好");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), fc.array(fc.nat({ max: 200 })), (lines, cuts) => {
      const text = lines.join("\n");
      const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      expect(allBlocks(pieces)).toEqual(allBlocks([text]));
      expect(allBlocks(pieces).join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    }),
  );
});

test("a block of a hundred thousand lines takes as long for its last lines as for its first", () => {
  const pieces = Array.from({ length: 100_000 }, (_, index) => [`${index}. a line`, " of a", " list\n"]).flat();
  const first = timed(noText, pieces.slice(0, 30_000));
  const middle = timed(first.open, pieces.slice(30_000, 270_000));
  const last = timed(middle.open, pieces.slice(270_000));
  expect(lastBlock(last.open)).toBe(pieces.join("").trimEnd());
  expect(last.took).toBeLessThan(10 * first.took + 500); // reading it all again each time takes minutes
});

test("the end of a long code block is code too", () => {
  const { open } = grown(["```\na\nb\nc\nd"]);
  expect(tailOf(open, 2)).toBe("```\nc\nd");
  expect(tailOf(open, 9)).toBe("```\na\nb\nc\nd");
});
