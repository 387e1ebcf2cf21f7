import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { schemaAt } from "../src/config/schema/keys.ts";
import { defaults, isSectionName } from "../src/config/schema/settings.ts";
import { readHonchoConfig } from "../src/memory/providers/honcho/honcho-config.ts";

const root = resolve(import.meta.dirname, "..");
const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");

const aboutObjects = new Set(["docs/library.md"]); // its dotted names are those of a program

/** Whether a dotted name leads to a setting, or into a map whose entries the person names. */
function isSetting(path: string): boolean {
  let place: unknown = defaults;
  for (const name of path.split(".")) {
    if (typeof place !== "object" || place === null) return false;
    const entries: readonly (readonly [string, unknown])[] = Object.entries(place);
    if (entries.length === 0) return true;
    const found = entries.find(([key]) => key === name);
    if (found === undefined) return false;
    place = found[1];
  }
  return true;
}

test.each(pages.filter((page) => !aboutObjects.has(page)))("%s names no setting that does not exist", (page) => {
  const named = [...textOf(page).matchAll(/`([a-z_]+(?:\.[a-z_]+)+)(?::[^`]*)?`/g)].map(([, path = ""]) => path);
  const ours = named.filter((path) => isSectionName(path.split(".")[0] ?? ""));
  expect(ours.filter((path) => !isSetting(path) && schemaAt(path.split(".")) === null)).toEqual([]);
});

test.each(pages)("%s links to nothing that is not there", (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(resolve(root, dirname(page), path)))).toEqual([]);
});

test("the page on memory lists every Honcho setting with its default", () => {
  const own = { home: join(root, "nowhere"), userHome: join(root, "nowhere"), env: { HONCHO_API_KEY: "k" } };
  const read = readHonchoConfig(own);
  const { apiKey: _key, ...settings } = read.kind === "settings" ? read.settings : { apiKey: null };
  const [, table = ""] = textOf("docs/memory.md").split("### honcho");
  const rows = [...table.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)];
  expect(Object.fromEntries(rows.map(([, name, value = ""]) => [name, JSON.parse(value)]))).toEqual(settings);
});
