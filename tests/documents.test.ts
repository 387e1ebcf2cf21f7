import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { failureClasses } from "../src/domain/failure.ts";
import { exitReasons } from "../src/domain/exit.ts";
import { schemaAt } from "../src/config/schema/keys.ts";
import { defaults, isSectionName } from "../src/config/schema/settings.ts";
import { readHonchoConfig } from "../src/memory/providers/honcho/honcho-config.ts";

const root = resolve(import.meta.dirname, "..");
const inRoot = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).toSorted();
const guides = inRoot("docs/*.md");
const decisions = inRoot("docs/decisions/*.md");
const readmes = ["examples", "src", "tests", "skills"].flatMap((folder) => inRoot(`${folder}/**/README.md`));
const pages = [...inRoot("*.md"), ...guides, ...decisions, ...readmes];
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

test.each(["README.md", ...guides].filter((page) => !aboutObjects.has(page)))(
  "%s names no setting that does not exist",
  (page) => {
    const named = [...textOf(page).matchAll(/`([a-z_]+(?:\.[a-z_]+)+)(?::[^`]*)?`/g)].map(([, path = ""]) => path);
    const ours = named.filter((path) => isSectionName(path.split(".")[0] ?? ""));
    expect(ours.filter((path) => !isSetting(path) && schemaAt(path.split(".")) === null)).toEqual([]);
  },
);

test("there are pages to look at", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "docs/chat.md", "src/tools/README.md"]));
});

test.each(pages)("%s links to nothing that is not there", (page) => {
  expect(linksOf(page).filter((link) => !leadsSomewhere(link))).toEqual([]);
});

test.each([...guides, ...decisions])("%s has one title, at its top", (page) => {
  const lines = proseOf(page).split("\n");
  expect(lines.filter((line) => line.startsWith("# "))).toEqual([lines[0]]);
});

test.each(guides)("%s says in its first words whom it is for", (page) => {
  const [, first = ""] = textOf(page).split("\n\n");
  expect(first).toMatch(/^For \S/);
});

test("every page of docs/ can be reached from its index", () => {
  const seen = new Set<string>();
  const walk = (page: string): void => {
    if (seen.has(page)) return;
    seen.add(page);
    for (const { path } of linksOf(page)) if (/^docs\/.*\.md$/.test(path) && existsSync(join(root, path))) walk(path);
  };
  walk("docs/README.md");
  expect([...guides, ...decisions].filter((page) => !seen.has(page))).toEqual([]);
});

test("the map names every folder of the house, and no file that is not there", () => {
  const map = textOf("ARCHITECTURE.md");
  const folders = inRoot("src/*/").map((folder) => `\`${folder.split("/")[1]}/\``);
  expect(folders.length).toBeGreaterThan(15);
  expect(folders.filter((folder) => !map.includes(folder))).toEqual([]);
  const files = [...map.matchAll(/`([\w-]+\/[\w/.-]+\.(?:ts|cjs))`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(root, "src", file)) && !existsSync(join(root, file)))).toEqual([]);
});

test("every dependency has its reason, and none that is gone has one", () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf("package.json")));
  const page = textOf("docs/decisions/0008-dependencies.md");
  const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
  expect(named.toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

type Link = { readonly path: string; readonly heading: string };

/** Where a page's links lead within this repository; those into the page itself too. */
function linksOf(page: string): readonly Link[] {
  return [...proseOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = "", heading = ""]) => ({
      path: path === "" ? page : relative(root, resolve(root, dirname(page), path)),
      heading,
    }),
  );
}

function leadsSomewhere({ path, heading }: Link): boolean {
  if (!existsSync(join(root, path))) return false;
  return heading === "" || !path.endsWith(".md") || headingsOf(path).includes(heading);
}

/** The names a heading can be linked by. */
function headingsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Without blocks of code, in which a # begins a comment and brackets are brackets. */
function proseOf(page: string): string {
  return textOf(page).replaceAll(/^(`{3,})[^]*?^\1$/gm, "");
}

test("the page on memory lists every Honcho setting with its default", () => {
  const own = { home: join(root, "nowhere"), userHome: join(root, "nowhere"), env: { HONCHO_API_KEY: "k" } };
  const read = readHonchoConfig(own);
  const { apiKey: _key, ...settings } = read.kind === "settings" ? read.settings : { apiKey: null };
  const [, table = ""] = textOf("docs/memory.md").split("### honcho");
  const rows = [...table.matchAll(/^\| `(\w+)` +\| `([^`]+)` +\|/gm)];
  expect(Object.fromEntries(rows.map(([, name, value = ""]) => [name, JSON.parse(value)]))).toEqual(settings);
});

test("the page on trouble names every way a turn can end, and only failures that exist", () => {
  const [, provider = "", endings = ""] = textOf("docs/troubleshooting.md").split(
    /^## (?:What the provider|Why a turn)/m,
  );
  expect(firstCells(endings).toSorted()).toEqual(exitReasons.toSorted());
  expect(firstCells(provider).filter((name) => !(name in failureClasses))).toEqual([]);
  expect(firstCells(provider).length).toBeGreaterThan(10);
});

/** The names in the first column of a section's tables. */
function firstCells(section: string): readonly string[] {
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = ""]) => cell);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name))
    .filter((name) => name !== "exit_reason");
}
