import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { paintOf } from "../theme/paint.ts";
import { type Finder, type FinderKey, matchesOf, openFinder, pressInFinder } from "./finder.ts";
import { finderLines } from "./finder-lines.ts";

const entries = ["deploy production", "write a poem", "deploy the Staging server"].map((text) => ({ text, about: "" }));
const opened = openFinder("history", entries);

function after(keys: readonly FinderKey[], finder: Finder = opened): Finder {
  return keys.reduce((now, key) => {
    const step = pressInFinder(now, key);
    if (step.kind !== "open") throw new Error(`closed by ${JSON.stringify(key)}`);
    return step.finder;
  }, finder);
}

test("every word that is typed narrows the list, in any order and case", () => {
  const found = matchesOf(after([{ text: "staging dep" }]));
  expect(found.map(({ text }) => text)).toEqual(["deploy the Staging server"]);
});

test("Enter takes the entry under the cursor, and nothing where nothing matches", () => {
  expect(pressInFinder(after([{ text: "deploy" }, "older"]), "take")).toEqual({
    kind: "taken",
    text: "deploy the Staging server",
  });
  const none = after([{ text: "xyz" }]);
  expect(pressInFinder(none, "take")).toEqual({ kind: "open", finder: none });
  expect(pressInFinder(none, "leave")).toEqual({ kind: "left" });
});

test("a letter is taken back whole, however many characters it is made of", () => {
  expect(after([{ text: "a👩‍👩‍👧é" }, "erase", "erase"]).query).toBe("a");
  expect(after(["erase"]).query).toBe("");
});

test("the list shows the query, what matches and the keys, and no line is wider than the window", () => {
  const lines = finderLines(after([{ text: "deploy" }]), 40, paintOf(null));
  expect(lines.slice(0, 4)).toEqual([
    "",
    "earlier messages (2): deploy▏",
    "❯ deploy production",
    "  deploy the Staging server",
  ]);
  expect(lines.every((line) => visibleWidth(line) <= 40)).toBe(true);
});

test("what commands are about stands in one column", () => {
  const list = [
    { text: "/new ", about: "[title]  start afresh" },
    { text: "/sessions", about: "list them" },
  ];
  expect(finderLines(openFinder("palette", list), 60, paintOf(null)).slice(2, 4)).toEqual([
    "❯ /new       [title]  start afresh",
    "  /sessions  list them",
  ]);
});

test("whatever is pressed, the cursor stands on something that matches, or on the first place of nothing", () => {
  const anyKey = fc.oneof(
    fc.constantFrom<FinderKey>("older", "newer", "erase", "clear"),
    fc.record({ text: fc.string({ maxLength: 3 }) }),
  );
  const anyEntries = fc.array(fc.record({ text: fc.string(), about: fc.string() }), { maxLength: 20 });
  fc.assert(
    fc.property(anyEntries, fc.array(anyKey, { maxLength: 30 }), (list, keys) => {
      const { cursor, ...finder } = after(keys, openFinder("palette", list));
      expect(cursor).toBeGreaterThanOrEqual(0);
      expect(cursor).toBeLessThan(Math.max(1, matchesOf(finder).length));
    }),
  );
});
