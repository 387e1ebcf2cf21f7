import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { paintOf } from "../theme/paint.ts";
import { pickerKey } from "./picker-key.ts";
import { pickerLines } from "./picker-lines.ts";
import { newPicker, type Picker, type PickerRow, rowsShown } from "./picker-state.ts";
import { type PickerKey, type PickerWish, pressPicker } from "./press-picker.ts";

const row = (id: string, over: Partial<PickerRow> = {}): PickerRow => ({
  id,
  title: id,
  preview: `first words of ${id}`,
  cwd: "/code",
  atSeconds: 0,
  messages: 2,
  state: "done",
  ...over,
});
const rows = [
  row("deploy"),
  row("garden"),
  row("elsewhere", { cwd: "/other" }),
  row("bare", { title: null, state: "empty" }),
];

function after(keys: readonly PickerKey[], start: Picker = newPicker(rows, "/code")) {
  const wishes: PickerWish[] = [];
  let picker = start;
  for (const key of keys) {
    const pressed = pressPicker(picker, key);
    picker = pressed.picker;
    if (pressed.wish !== null) wishes.push(pressed.wish);
  }
  return { picker, wishes, shown: rowsShown(picker).map(({ id }) => id) };
}
const typed = (text: string): readonly PickerKey[] => text.split("").map((letter) => ({ text: letter }));

test("it begins with this directory, and Tab shows all", () => {
  expect(after([]).shown).toEqual(["deploy", "garden", "bare"]);
  expect(after(["tab"]).shown).toEqual(["deploy", "garden", "elsewhere", "bare"]);
  expect(after([], newPicker(rows, "/nowhere")).shown).toHaveLength(4);
});

test("typing filters titles and first words; d, r and p at the start of one need the slash", () => {
  expect(after(typed("GAR")).shown).toEqual(["garden"]);
  expect(after(typed("/deploy")).shown).toEqual(["deploy"]);
  expect(after([...typed("gx"), "backspace", "backspace", "backspace"]).shown).toHaveLength(3);
  expect(after([...typed("gar"), "escape"]).shown).toHaveLength(3);
  expect(after([...typed("gar"), "escape", "escape"]).wishes).toEqual([{ kind: "leave" }]);
});

test("two slashes ask for all that was said, in the order it was found", () => {
  const { picker, wishes } = after(typed("//oak"));
  expect(wishes.at(-1)).toEqual({ kind: "search", query: "oak" });
  const { filter } = picker;
  if (filter === null) throw new Error("no filter");
  expect(rowsShown(picker)).toEqual([]);
  const found = { ...picker, filter: { ...filter, found: ["bare", "elsewhere", "garden", "unknown"] } };
  expect(rowsShown(found).map(({ id }) => id)).toEqual(["bare", "garden"]);
});

test("Enter resumes; only a y deletes; a title is written and kept", () => {
  expect(after(["down", "enter"]).wishes).toEqual([{ kind: "resume", id: "garden" }]);
  expect(after(typed("dy")).wishes).toEqual([{ kind: "delete", id: "deploy" }]);
  for (const no of [{ text: "n" }, "enter", "escape", "delete"] as const)
    expect(after(["delete", no]).wishes).toEqual([]);
  expect(after([...typed("r"), ...typed("!"), "enter"]).wishes).toEqual([
    { kind: "rename", id: "deploy", title: "deploy!" },
  ]);
  expect(after([...typed("g"), "rename", "backspace", "escape"]).wishes).toEqual([]);
  expect(after([...typed("garden"), "preview"]).wishes).toEqual([{ kind: "preview", id: "garden" }]);
  expect(after(["quit"]).wishes).toEqual([{ kind: "leave" }]);
});

test("keys of a terminal, and what was pasted", () => {
  const escape = String.fromCodePoint(27);
  const sent = [
    "\r",
    escape,
    `${escape}[A`,
    "\t",
    "\u007F",
    "\u0004",
    "\u0012",
    "\u0010",
    "ü",
    `${escape}[200~two\nlines${escape}[201~`,
    `${escape}[15~`,
  ];
  expect(sent.map(pickerKey)).toEqual([
    "enter",
    "escape",
    "up",
    "tab",
    "backspace",
    "delete",
    "rename",
    "preview",
    { text: "ü" },
    { text: "two lines" },
    null,
  ]);
});

const keys: readonly PickerKey[] = [
  "up",
  "down",
  "pageUp",
  "pageDown",
  "home",
  "end",
  "tab",
  "backspace",
  "escape",
  "delete",
  "rename",
  "preview",
  "enter",
];
const anyKey = fc.oneof(
  fc.constantFrom(...keys),
  fc.string({ maxLength: 3 }).map((text) => ({ text })),
);
const anyRow = fc
  .record({
    title: fc.option(fc.string({ unit: "grapheme" })),
    preview: fc.string({ unit: "grapheme" }),
    cwd: fc.constantFrom(null, "/code", "/a/very/long/path/to/some/place"),
  })
  .map((over) => row("x", over));

test("whatever is pressed, the cursor stands in the list and every line fits", () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 12 }),
      fc.array(anyKey, { maxLength: 20 }),
      fc.integer({ min: 30, max: 140 }),
      (many, pressed, width) => {
        const named = many.map((one, index) => ({ ...one, id: `s${index}` }));
        const { picker, shown } = after(pressed, newPicker(named, "/code"));
        expect(picker.cursor).toBeLessThanOrEqual(Math.max(0, shown.length - 1));
        const lines = pickerLines(picker, { width, height: 12, paint: paintOf(null), nowMs: 0 });
        expect(lines.length).toBeLessThanOrEqual(14);
        for (const line of lines) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
