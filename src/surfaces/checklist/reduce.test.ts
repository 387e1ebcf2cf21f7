import fc from "fast-check";
import { expect, test } from "vitest";
import { type Checklist, keysIn, listLines, newChecklist, pressed } from "./reduce.ts";

const rows = ["one", "two", "three"].map((text) => ({ text, on: true }));
const after = (keys: string): Checklist => keysIn(keys).reduce(pressed, newChecklist(rows));
const ticked = (list: Checklist): readonly boolean[] => list.rows.map(({ on }) => on);

test("arrows move, space switches the row the mark is on, Enter saves", () => {
  const list = after("\u001B[B \u001B[Bk\u001BOB \r");
  expect([ticked(list), list.at, list.ending]).toEqual([[true, false, false], 2, "saved"]);
});

test.each(["\u001B", "q", "\u0003", "\u0004"])("%j leaves, and nothing counts any more", (key) => {
  const list = [key, " "].reduce(pressed, newChecklist(rows));
  expect([ticked(list), list.ending]).toEqual([[true, true, true], "left"]);
});

test("the mark never leaves the list, whatever is typed", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("\u001B[A", "\u001B[B", " ", "x", "\u001B[5~")), (keys) => {
      const list = after(keys.join(""));
      expect(list.at).toBeGreaterThanOrEqual(0);
      expect(list.at).toBeLessThan(rows.length);
      expect(list.ending).toBeNull();
    }),
  );
});

test("a low and narrow window shows the row the mark is on", () => {
  const list = after("\u001B[B\u001B[B");
  expect(listLines(list, { columns: 10, rows: 1 })).toEqual(["> [x] thr"]);
  expect(listLines(list, { columns: 80, rows: 2 })).toEqual(["  [x] two", "> [x] three"]);
});
