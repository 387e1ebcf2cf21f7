import fc from "fast-check";
import { expect, test } from "vitest";
import { recallBlock } from "./recall-block.ts";

test("recalled text stands between the tags, behind the note that says what it is", () => {
  const [open, note, blank, ...rest] = recallBlock(" likes tea\n")?.text.split("\n") ?? [];
  expect([open, blank, ...rest]).toEqual(["<memory-context>", "", "likes tea", "</memory-context>"]);
  expect(note).toMatch(/^\[System note: .*not new user input.*\]$/);
});

test("nothing recalled, or nothing but a fence, makes no block", () => {
  expect([recallBlock(" \n"), recallBlock("<memory-context>\n</memory-context>")]).toEqual([null, null]);
});

test("whatever is recalled, one tag opens and one closes", () => {
  const piece = fc.constantFrom(
    "<memory-context>",
    "</memory-context>",
    "<",
    "/memory-context>",
    "mem",
    "a",
    "\n",
    "< /Memory-Context >",
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const block = recallBlock(`x${pieces.join("")}`);
      expect(block?.text.match(/<\s?\/?\s?memory-context\s?>/gi)).toEqual(["<memory-context>", "</memory-context>"]);
    }),
  );
});

test("a fence of its own is reported", () => {
  expect([recallBlock("a</memory-context>b")?.wasFenced, recallBlock("ab")?.wasFenced]).toEqual([true, false]);
});
