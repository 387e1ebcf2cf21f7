import fc from "fast-check";
import { expect, test } from "vitest";
import type { PluginChoices } from "../../domain/plugin-choices.ts";
import { keysIn } from "./keys.ts";
import { screenLines } from "./lines.ts";
import { onKey, openScreen, rowsOf, type PluginScreen, type ScreenKey } from "./screen.ts";

const choices: PluginChoices = {
  general: [
    { id: "weather", about: "Tells the weather", on: true },
    { id: "word-count", about: "", on: false },
  ],
  providers: [
    {
      kind: "engine",
      options: [
        { name: "compressor", about: "built in" },
        { name: "window", about: "leaves out" },
      ],
      chosen: "compressor",
    },
    { kind: "memory", options: [{ name: "", about: "built in" }], chosen: "" },
  ],
};

function after(keys: readonly ScreenKey[]): PluginScreen {
  return keys.reduce(onKey, openScreen(choices));
}

test("the screen has two parts: boxes to tick, and providers of which one is chosen", () => {
  expect(screenLines(openScreen(choices), { rows: 30, columns: 120 })).toEqual([
    "Plugins",
    "> [x] weather  Tells the weather",
    "  [ ] word-count",
    "",
    "Context engine (exactly one)",
    "  (x) compressor  built in",
    "  ( ) window  leaves out",
    "",
    "Memory provider (exactly one, beside the built-in memory)",
    "  (x) none  built in",
    "",
    "up/down move · space chooses · tab next part · enter saves · esc changes nothing",
  ]);
});

test("space ticks and unticks a plugin and moves the mark among providers", () => {
  expect(after(["toggle"]).choices.general.map(({ on }) => on)).toEqual([false, false]);
  expect(after(["down", "toggle"]).choices.general.map(({ on }) => on)).toEqual([true, true]);
  expect(after(["next-part", "down", "toggle"]).choices.providers.map(({ chosen }) => chosen)).toEqual(["window", ""]);
  expect(after(["next-part", "toggle", "toggle"]).choices.providers[0]?.chosen).toBe("compressor");
});

test("the cursor goes around, and tab jumps from part to part", () => {
  expect(after(["up"]).cursor).toBe(4);
  expect(after(["up", "down"]).cursor).toBe(0);
  expect(after(["next-part"]).cursor).toBe(2);
  expect(after(["next-part", "next-part"]).cursor).toBe(4);
  expect(after(["next-part", "next-part", "next-part"]).cursor).toBe(0);
});

test("whatever is pressed exactly one provider of each kind is chosen, and the row under the cursor is seen", () => {
  const key = fc.constantFrom<ScreenKey>("up", "down", "next-part", "toggle", "other");
  const size = fc.record({ rows: fc.integer({ min: 1, max: 20 }), columns: fc.integer({ min: 1, max: 90 }) });
  fc.assert(
    fc.property(fc.array(key), size, (keys, terminal) => {
      const screen = after(keys);
      for (const { options, chosen } of screen.choices.providers)
        expect(options.filter(({ name }) => name === chosen)).toHaveLength(1);
      expect(screen.cursor).toBeLessThan(rowsOf(choices).length);
      const lines = screenLines(screen, terminal);
      expect(lines.length).toBeLessThanOrEqual(Math.max(3, terminal.rows));
      expect(lines.filter((line) => line.length > terminal.columns)).toEqual([]);
      expect(lines.filter((line) => line.startsWith(">")).length).toBe(terminal.columns < 3 ? 0 : 1);
    }),
  );
});

test("enter saves, escape leaves, and afterwards no key changes anything", () => {
  expect(after(["toggle", "save"]).state).toBe("saved");
  const left = after(["leave", "toggle", "save"]);
  expect(left).toEqual({ choices, cursor: 0, state: "left" });
});

test("keys are told apart when they come together, and escape is not the beginning of an arrow", () => {
  expect(keysIn("\u001B[A\u001BOB \r")).toEqual(["up", "down", "toggle", "save"]);
  expect(keysIn("\u001B")).toEqual(["leave"]);
  expect(keysIn("\u001B[5~z")).toEqual(["other", "other"]);
});

test("a description cannot write to the terminal", () => {
  const [first, ...rest] = choices.general;
  const hostile = { ...choices, general: first === undefined ? rest : [{ ...first, about: "a\u001B[2Jb\u202Ec\nd" }] };
  expect(screenLines(openScreen(hostile), { rows: 30, columns: 80 })[1]).toBe("> [x] weather  a[2Jbcd");
});
