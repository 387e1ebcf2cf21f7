import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import type { Clock } from "../../domain/clock.ts";
import { textOf } from "../../domain/message.ts";
import { contentOf } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { redactSecrets } from "../../safety/redact.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { createFileMemory } from "../files/file-memory.ts";
import { globPattern } from "./glob.ts";
import { bundledRipgrep } from "./ripgrep.ts";
import { createSearchFilesTool } from "./search-files.ts";

function project(
  ripgrep: () => Promise<string | null>,
  files: Readonly<Record<string, string>> = tree,
  clock: Clock = systemClock,
) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hermes-search-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const memory = createFileMemory();
  const paths = { userHome: join(cwd, "home"), hermesHome: join(cwd, "home/.hermes"), roots: [cwd], safeRoots: [] };
  const tool = createSearchFilesTool({ paths, memory, clock, redact: (text) => redactSecrets(text), ripgrep });
  const search = async (args: Record<string, unknown>, context: Partial<ToolContext> = {}): Promise<unknown> => {
    const preparation = tool.prepare(args);
    if (preparation.kind === "invalid") return { invalid: preparation.problems };
    return JSON.parse(textOf(contentOf(await preparation.call.run(toolContext({ cwd, ...context })))));
  };
  return { cwd, search, memory };
}

const tree = {
  "src/a.ts": "one\nconst needle = 1;\nthree\n",
  "src/deep/b.ts": "needle needle\n",
  "notes.md": "no such thing, only Thread and a(b\n",
  ".hidden/c.ts": "secretive\n",
  ".gitignore": "out/\n*.log\n!keep.log\n/only-here.txt\n",
  "out/d.ts": "needle\n",
  "x.log": "needle\n",
  "keep.log": "needle\n",
  "only-here.txt": "needle\n",
  "src/only-here.txt": "a needle\n",
  "server.key": "needle\n",
  "pic.bin": "needle\0",
};

const none = async (): Promise<null> => null;
const broken = async (): Promise<string> => "/no/such/rg";

test.each([
  ["ripgrep", bundledRipgrep],
  ["the walker", none],
  ["a ripgrep that does not start", broken],
])("%s finds lines, files and counts, without hidden, ignored, binary and secret files", async (_, ripgrep) => {
  const { cwd, search } = project(ripgrep);
  const warning = "1 files that hold secrets were left out.";
  expect(await search({ pattern: "needle" })).toEqual({
    total_count: 4,
    matches: [
      "keep.log:1:needle",
      "src/a.ts:2:const needle = 1;",
      "src/deep/b.ts:1:needle needle",
      "src/only-here.txt:1:a needle",
    ],
    truncated: false,
    warning,
  });
  expect(await search({ pattern: "needle", path: "src", file_glob: "*.ts", context: 1, limit: 1 })).toEqual({
    total_count: 2,
    matches: ["src/a.ts-1-one", "src/a.ts:2:const needle = 1;", "src/a.ts-3-three"],
    truncated: true,
  });
  expect(await search({ pattern: "needle", path: "src", output_mode: "count" })).toEqual({
    total_count: 3,
    counts: { "src/a.ts": 1, "src/deep/b.ts": 1, "src/only-here.txt": 1 },
    truncated: false,
  });
  expect(await search({ pattern: "^needle", output_mode: "files_only", offset: 1 })).toEqual({
    total_count: 2,
    files: ["src/deep/b.ts"],
    truncated: false,
    warning,
  });
  expect(await search({ pattern: "one|three", path: "src/a.ts" })).toMatchObject({
    matches: ["src/a.ts:1:one", "src/a.ts:3:three"],
  });
  utimesSync(join(cwd, "src/a.ts"), new Date(), new Date(Date.UTC(2099, 0)));
  expect(await search({ pattern: "*.ts", target: "find" })).toEqual({
    total_count: 2,
    files: ["src/a.ts", "src/deep/b.ts"],
    truncated: false,
  });
  expect(await search({ pattern: "src/**/*.ts", target: "files" })).toMatchObject({ total_count: 2 });
  for (const pattern of ["*", "**/*"])
    expect(await search({ pattern, target: "files" })).toMatchObject({ total_count: 6 });
  expect(await search({ pattern: "*u*", target: "files" })).toMatchObject({ total_count: 0 }); // the ignored folder out/
  expect(await search({ pattern: "needle", file_glob: "*" })).toMatchObject({ total_count: 4 });
});

test.each([
  ["ripgrep", bundledRipgrep],
  ["the walker", none],
])("%s: nothing found says what would have been", async (_, ripgrep) => {
  const { search } = project(ripgrep);
  expect(await search({ pattern: "thread" })).toEqual({
    total_count: 0,
    matches: [],
    truncated: false,
    note: "No match, but 1 lines match when case is ignored.",
  });
  expect(await search({ pattern: "a\\(b|x{3}" })).toMatchObject({ total_count: 1 });
  expect(await search({ pattern: "[a](b" })).toMatchObject({ error: containing("position") });
  expect(await search({ pattern: "secretive" })).toMatchObject({
    total_count: 0,
    note: "No match, but 1 lines match in hidden files.",
  });
  expect(await search({ pattern: "nowhere at all" })).toEqual({ total_count: 0, matches: [], truncated: false });
  expect(await search({ pattern: "c.ts", target: "files" })).toMatchObject({
    total_count: 0,
    note: "1 hidden or secret files match.",
  });
});

test("a pattern that only works as plain text is named so", async () => {
  const { search } = project(bundledRipgrep, { "a.txt": "f(x)[0]\n" });
  expect(await search({ pattern: "f(x)[0]" })).toMatchObject({
    total_count: 0,
    note: "No match, but 1 lines hold the pattern as plain text.",
  });
});

test.each([
  ["(", 0],
  ["ab(", 2],
  ["ab[c", 2],
  ["a)", 1],
  ["foo\\nbar", 3],
  ["(a|b\n)", 4],
])("a bad pattern %s is answered with its position", async (pattern, position) => {
  expect(await project(none).search({ pattern })).toMatchObject({
    error: containing(`Bad pattern at position ${position}: `),
  });
  expect(await project(bundledRipgrep).search({ pattern })).toMatchObject({
    error: containing(`Bad pattern at position ${position}: `),
  });
});

test.each([
  ["ripgrep", bundledRipgrep],
  ["the walker", none],
])("%s: near misses of names are told, and globs that cannot be read", async (_, ripgrep) => {
  const { search } = project(ripgrep, { "src/Index.ts": "", "app/[id]/page.tsx": "x[^y]\n", ".cache": "" });
  const notes = async (pattern: string) => search({ pattern, target: "files" });
  const nothing = { total_count: 0, files: [], truncated: false };
  expect(await notes("INDEX*")).toEqual({ ...nothing, note: "No match, but 1 files match when case is ignored." });
  expect(await notes("app/[id]/page.tsx")).toEqual({
    ...nothing,
    note: "No match, but 1 files have the pattern as plain text in their path.",
  });
  expect(await notes(".cache")).toEqual({ ...nothing, note: "1 hidden or secret files match." });
  expect(await notes("nothing")).toEqual(nothing);
  expect(await notes("*.{ts")).toMatchObject({ error: containing("Bad pattern") });
  expect(await search({ pattern: "x", file_glob: "[" })).toMatchObject({ error: containing("Bad pattern") });
  expect(await search({ pattern: "x[^\\n]+" })).toMatchObject({ total_count: 1 });
});

test("the walker reads a long line whole, unless a repetition could take too long in it", async () => {
  const { search } = project(none, { "min.js": `${"é".repeat(30_000)}needle\n` });
  expect(await search({ pattern: "needle|thread" })).toMatchObject({ total_count: 1 });
  expect(await search({ pattern: "ne+dle" })).toMatchObject({ total_count: 0 });
});

test("the walker knows where a pattern breaks that its engine only complains about", async () => {
  const { search } = project(none);
  expect(await search({ pattern: "ab[z-a]" })).toMatchObject({ error: containing("Bad pattern at position 5: ") });
  expect(await search({ pattern: "a{2,1}" })).toMatchObject({ error: containing("Bad pattern at position 5: ") });
});

test.each([
  ["ripgrep", bundledRipgrep],
  ["the walker", none],
])(
  "[SF-T14] %s: a bad pattern, a missing path and hits in hidden files only have their answers",
  async (_, ripgrep) => {
    const { cwd, search } = project(ripgrep);
    expect(await search({ pattern: "(" })).toMatchObject({ error: containing("Bad pattern at position 0: ") });
    expect(await search({ pattern: "x", path: "scr" })).toEqual({ error: `No such path: scr. Similar: ${cwd}/src` });
    expect(await search({ pattern: "secretive" })).toEqual({
      total_count: 0,
      matches: [],
      truncated: false,
      note: "No match, but 1 lines match in hidden files.",
    });
  },
);

test.each([
  ["ripgrep", bundledRipgrep],
  ["the walker", none],
])("%s: each folder's .gitignore counts from there on, those above the searched one too", async (_, ripgrep) => {
  const { search } = project(ripgrep, {
    ".git/HEAD": "",
    ".gitignore": "*.gen\n/pkg/deep/skipped.txt\nbuild/\n",
    "pkg/.gitignore": "!kept.gen\nlocal.txt\n",
    "pkg/deep/skipped.txt": "needle\n",
    "pkg/deep/local.txt": "needle\n",
    "pkg/deep/kept.gen": "needle\n",
    "pkg/deep/other.gen": "needle\n",
    "pkg/deep/build/a.txt": "needle\n",
    "pkg/deep/found.txt": "needle\n",
    "pkg/deep/.gitignore": "/only.txt\n",
    "pkg/deep/only.txt": "needle\n",
    "pkg/deep/sub/only.txt": "needle\n",
    "local.txt": "needle\n",
  });
  const inside = ["pkg/deep/found.txt:1:needle", "pkg/deep/kept.gen:1:needle", "pkg/deep/sub/only.txt:1:needle"];
  expect(await search({ pattern: "needle" })).toMatchObject({ matches: ["local.txt:1:needle", ...inside] });
  expect(await search({ pattern: "needle", path: "pkg/deep" })).toMatchObject({ matches: inside });
});

test("a pattern that would run for ever is refused where ripgrep is missing", async () => {
  expect(await project(none).search({ pattern: "(a+)+$" })).toMatchObject({ error: containing("takes too long") });
});

test("paths that are missing, denied or special get their own answers", async () => {
  const { cwd, search } = project(bundledRipgrep);
  expect(await search({ pattern: "x", path: "scr" })).toEqual({ error: `No such path: scr. Similar: ${cwd}/src` });
  expect(await search({ pattern: "x", path: "server.key" })).toMatchObject({ error: containing("denied") });
  expect(await search({ pattern: "x", path: "/dev/null" })).toEqual({ error: "/dev/null cannot be searched." });
  expect(await search({ pattern: "" })).toMatchObject({ invalid: [containing("pattern: ")] });
  expect(await search({ pattern: "x", target: "people" })).toMatchObject({ invalid: [containing("target: ")] });
});

test("the fourth same search is refused until something has changed", async () => {
  const { search, memory } = project(bundledRipgrep);
  for (let time = 0; time < 3; time++) expect(await search({ pattern: "needle" })).toMatchObject({ total_count: 4 });
  expect(await search({ pattern: "needle" })).toMatchObject({ error: containing("three times") });
  memory.changes.somethingChanged();
  expect(await search({ pattern: "needle" })).toMatchObject({ total_count: 4 });
});

test("secrets in lines are masked, long lines cut", async () => {
  const { search } = project(bundledRipgrep, { "a.txt": `key AKIAIOSFODNN7EXAMPLE\n${"x".repeat(9_999)} key\n` });
  expect(await search({ pattern: "key" })).toMatchObject({
    matches: ["a.txt:1:key AKIAIO…MPLE", `a.txt:2:${"x".repeat(500)} [cut]`],
  });
});

test("a search over its time limit says so with what it has", async () => {
  const slow = join(mkdtempSync(join(tmpdir(), "hermes-slow-")), "rg");
  writeFileSync(slow, `#!/bin/sh\necho > ${slow}.runs\nexec sleep 60\n`);
  chmodSync(slow, 0o755);
  const clock = new FakeClock();
  const { search } = project(async () => slow, tree, clock);
  const searching = search({ pattern: "needle", path: "src" });
  while (!existsSync(`${slow}.runs`)) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(30_000);
  expect(await searching).toMatchObject({
    truncated: true,
    warning: "The search was stopped early; narrow it.",
  });
});

test("a stop is a stop", async () => {
  const { search } = project(bundledRipgrep);
  await expect(search({ pattern: "needle" }, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
});

test("links are not followed by the walker", async () => {
  const { cwd, search } = project(none, { "a/x.txt": "needle\n" });
  symlinkSync(cwd, join(cwd, "a", "loop"));
  expect(await search({ pattern: "needle" })).toMatchObject({ total_count: 1 });
});

test.each([
  ["*.ts", "a/b.ts", true],
  ["*.ts", "a/b.tsx", false],
  ["src/*.ts", "src/a/b.ts", false],
  ["src/**/b.ts", "src/b.ts", true],
  ["**/x/**", "a/x/b", true],
  ["a?c", "abc", true],
  ["[!a]b", "ab", false],
  ["*.{js,ts}", "q.js", true],
  ["a+b", "a+b", true],
  ["/top", "sub/top", false],
])("the glob %s and the path %s: %s", (glob, path, fits) => expect(globPattern(glob).test(path)).toBe(fits));

function containing(text: string): unknown {
  return expect.stringContaining(text);
}
