import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { paintOf } from "./paint.ts";
import { readSkin } from "./read-skin.ts";
import { brushOf } from "./style.ts";
import { builtInThemes, roles } from "./theme.ts";
import { Wardrobe } from "./wardrobe.ts";

function skinsFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-skins-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("a style is words: emphases, names of colours, and any colour as the nearest of 256", () => {
  expect(brushOf("bold cyan")?.("x")).toBe("\u001B[1;36mx\u001B[22;39m");
  expect(brushOf("bright-red")?.("x")).toBe("\u001B[91mx\u001B[39m");
  expect(brushOf("#ff8700")?.("x")).toBe("\u001B[38;5;208mx\u001B[39m");
  expect(brushOf("#6c6c6c")?.("x")).toBe("\u001B[38;5;242mx\u001B[39m");
  expect(brushOf("plain")?.("x")).toBe("x");
  expect(["", "boldish", "#12", "red plain", "\u001B[31m"].map((words) => brushOf(words))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test("every role of every built-in theme has a look, and mono has no colour", () => {
  const looks = Object.entries(builtInThemes).flatMap(([name, theme]) =>
    roles.map((role) => [name, role, theme[role]]),
  );
  expect(looks.filter(([, , style]) => brushOf(style ?? "") === null)).toEqual([]);
  const mono = paintOf(builtInThemes["mono"] ?? null);
  const escape = String.fromCodePoint(27);
  expect(roles.map((role) => mono[role]("x")).join("")).not.toMatch(new RegExp(`${escape}\\[[\\d;]*(?:3[0-8]|9\\d)m`));
});

test("a skin says what it changes; the rest it inherits", async () => {
  const folder = skinsFolder({ "dusk.yaml": 'extends: light\ncolors:\n  accent: "bold #ff00ff"\n' });
  const { light } = builtInThemes;
  expect(await readSkin(folder, "dusk")).toEqual({
    kind: "theme",
    theme: { ...light, accent: "bold #ff00ff" },
    warnings: [],
  });
});

test("an entry that cannot be followed is told and left out", async () => {
  const folder = skinsFolder({ "odd.yml": "colors:\n  accent: shiny\n  nose: red\n  bad: 7\n  good: blue\n" });
  expect(await readSkin(folder, "odd")).toEqual({
    kind: "theme",
    theme: { ...builtInThemes["default"], good: "blue" },
    warnings: [
      'skins/odd.yml: the style of "accent" is none, such as "bold cyan"',
      'skins/odd.yml: there is nothing called "nose" to colour',
      'skins/odd.yml: the style of "bad" is none, such as "bold cyan"',
    ],
  });
});

test.each([
  ["broken", "colors: [", /^skins\/broken\.yaml, line 1: /],
  ["list", "- a\n", /^skins\/list\.yaml: /],
  ["other", "colours:\n  accent: red\n", /^skins\/other\.yaml is no skin/],
  ["based", "extends: neon\n", /extends "neon", which is none of default, mono, light, high-contrast$/],
  ["long", `# ${"x".repeat(70_000)}\n`, /^skins\/long\.yaml cannot be read: too-long$/],
])("a bad file (%s) is one line, and the look stays as it was", async (name, text, message) => {
  const folder = skinsFolder({ [`${name}.yaml`]: text });
  mkdirSync(join(folder, "folder.yaml"));
  const wardrobe = new Wardrobe({ folder, color: true });
  const before = wardrobe.paint;
  const { isWorn, warnings } = await wardrobe.wear(name);
  expect([isWorn, warnings.length, wardrobe.paint === before]).toEqual([false, 1, true]);
  expect(warnings[0]).toMatch(message);
  expect(warnings[0]).not.toContain("\n");
  expect((await wardrobe.wear("folder")).warnings).toEqual(["skins/folder.yaml cannot be read: not-a-file"]);
});

test("a name nobody knows is told with the nearest, and files stand in the list beside the built-in themes", async () => {
  const folder = skinsFolder({ "dusk.yaml": "colors: {}\n", "notes.txt": "" });
  const wardrobe = new Wardrobe({ folder, color: true });
  expect(await wardrobe.wear("dask")).toEqual({
    isWorn: false,
    warnings: ['there is no theme "dask", did you mean "dusk"?'],
  });
  await wardrobe.wear("dusk");
  expect(wardrobe.list()).toBe("  default\n  mono\n  light\n  high-contrast\n* dusk");
});

test("where no colours are wanted every theme is the text alone", async () => {
  const wardrobe = new Wardrobe({ folder: skinsFolder({}), color: false });
  expect((await wardrobe.wear("high-contrast")).isWorn).toBe(true);
  expect(roles.map((role) => wardrobe.paint[role]("x"))).toEqual(roles.map(() => "x"));
});
