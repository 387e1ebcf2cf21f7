import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { childEnvironment } from "../../safety/child-env.ts";
import { attachReferences, type Attached, type ReferenceSurroundings } from "./attach-references.ts";

type World = { readonly home: string; readonly cwd: string };

function world(files: Readonly<Record<string, string | Uint8Array>> = {}): World {
  const home = mkdtempSync(join(tmpdir(), "hermes-references-"));
  const cwd = join(home, "work");
  mkdirSync(cwd);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return { home, cwd };
}

function follow(text: string, { home, cwd }: World, changes: Partial<ReferenceSurroundings> = {}): Promise<Attached> {
  return attachReferences(text, {
    cwd,
    places: { userHome: home, hermesHome: join(home, ".hermes"), roots: [cwd] },
    env: childEnvironment(process.env, []),
    runtime: { model: "gpt-4o", contextLength: 100_000 },
    redact: (shown) => shown,
    clock: systemClock,
    signal: new AbortController().signal,
    ...changes,
  });
}

test("files, lines of files and folders are attached in the order of the text, under their tokens", async () => {
  const place = world({
    "a.ts": "one\r\ntwo\r\nthree\r\n",
    "b.md": "```js\nx\n```",
    "docs/c.txt": "c\n",
    "docs/.hidden": "no",
    "docs/node_modules/x.js": "no",
    ".gitignore": "",
    "docs/.gitignore": "node_modules\n",
    "docs/deep/d.bin": new Uint8Array([0, 1, 2]),
  });
  const { text, warnings } = await follow("@folder:docs @b.md @file:a.ts:2-9 @nobody ann@b.md", place);
  expect(warnings).toEqual([]);
  expect(text).toBe(
    [
      "\n\n--- Attached Context ---",
      "@folder:docs\n- c.txt (1 line)\n- deep/\n  - d.bin (3 bytes)",
      "@b.md (3 lines)\n````markdown\n```js\nx\n```\n````",
      "@file:a.ts:2-9 (lines 2-3 of 3)\n```typescript\ntwo\nthree\n```",
    ].join("\n\n"),
  );
});

test("[PM-84] keys are refused with a warning, and more than half of the window attaches nothing at all", async () => {
  const place = world({ "big.txt": "word ".repeat(62_000), "half.txt": "word ".repeat(31_000), "small.txt": "s" });
  mkdirSync(join(place.home, ".ssh"));
  writeFileSync(join(place.home, ".ssh", "id_rsa"), "SECRET");
  const wider = { places: { userHome: place.home, hermesHome: join(place.home, ".hermes"), roots: [place.home] } };
  const key = await follow("@file:~/.ssh/id_rsa", place, wider);
  expect(key.warnings).toEqual(["@file:~/.ssh/id_rsa: not attached, it holds keys or passwords"]);
  expect(key.text).toBe(`\n\n--- Context Warnings ---\n- ${key.warnings[0]}`);
  const big = await follow("@small.txt @big.txt", place);
  expect(big.text).toBe("");
  expect(big.warnings).toEqual([expect.stringMatching(/^nothing was attached: .* 6\d % of the window/)]);
  const half = await follow("@half.txt", place);
  expect(half.text).toContain("--- Attached Context ---");
  expect(half.warnings).toEqual([expect.stringMatching(/^the attached context is about \d+ tokens, 3\d % /)]);
});

test("private places of the home are refused whatever leads there, and so is what lies outside the folder", async () => {
  const place = world({ "mine.txt": "m", ".env": "A=1", ".env.example": "A=" });
  const wider = { places: { userHome: place.home, hermesHome: join(place.home, ".hermes"), roots: [place.home] } };
  const secrets = [
    ".ssh/config",
    ".aws/x",
    ".config/gh/hosts.yml",
    ".bashrc",
    ".npmrc",
    ".hermes/skills/.hub/t",
    ".hermes/auth.json",
  ];
  for (const path of secrets) {
    mkdirSync(dirname(join(place.home, path)), { recursive: true });
    writeFileSync(join(place.home, path), "SECRET");
    symlinkSync(join(place.home, path), join(place.cwd, `link-${path.replaceAll("/", "-")}`));
    const { text, warnings } = await follow(`@~/${path} @file:link-${path.replaceAll("/", "-")}`, place, wider);
    expect([path, warnings.length, text.includes("SECRET")]).toEqual([path, 2, false]);
  }
  writeFileSync(join(place.home, "outside.txt"), "OUTSIDE");
  symlinkSync(join(place.home, "outside.txt"), join(place.cwd, "inside.txt"));
  const out = await follow("@../outside.txt @inside.txt @.env @.env.example @mine.txt", place);
  expect(out.warnings).toEqual([
    "@../outside.txt: not attached, it lies outside the working folder",
    "@inside.txt: not attached, it lies outside the working folder",
    expect.stringContaining("@.env: not attached"),
  ]);
  expect(out.text).not.toContain("OUTSIDE");
  expect(out.text).toContain("@.env.example (1 line)");
});

test("what cannot be attached is named in one line each", async () => {
  const place = world({
    "logo.png": new Uint8Array([137, 0, 1]),
    "latin.txt": new Uint8Array([72, 228, 10]),
    "src/a": "",
  });
  execFileSync("mkfifo", [join(place.cwd, "pipe")]);
  const text = "@file:gone @logo.png @latin.txt @file:src @folder:latin.txt @pipe @url:ftp://x @url:https://a.example";
  expect((await follow(text, place)).warnings).toEqual([
    "@file:gone: no such file or folder",
    "@logo.png: not attached, it is not text (image, 3 bytes)",
    "@latin.txt: it is not UTF-8; what could not be read was replaced",
    "@file:src: it is a folder; write @folder: to attach its tree",
    "@folder:latin.txt: it is not a folder",
    "@pipe: not attached, it is a named pipe",
    "@url:ftp://x: only http and https addresses can be attached",
    "@url:https://a.example: web pages cannot be attached, there is no tool for it",
  ]);
});

test("a large folder ends in dots", async () => {
  const place = world(
    Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`many/${index + 1_000}.txt`, "x\n"])),
  );
  const { text } = await follow("@many", place);
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  expect([lines.length, lines[0], lines[199], lines[200]]).toEqual([
    201,
    "- 1000.txt (1 line)",
    "- 1199.txt (1 line)",
    "- ...",
  ]);
});

test("git says what changed, what is staged and what was committed; where it cannot, one line says why", async () => {
  const place = world({ "a.txt": "one\n" });
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@x", ...args], { cwd: place.cwd, stdio: "ignore" });
  };
  const bare = { ...childEnvironment(process.env, []), GIT_CEILING_DIRECTORIES: place.home };
  expect((await follow("@diff", place, { env: bare })).warnings).toEqual([
    expect.stringContaining("@diff: git failed"),
  ]);
  expect((await follow("@diff", place, { env: { PATH: "/nowhere" } })).warnings).toEqual([
    "@diff: git could not be started",
  ]);
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first words");
  writeFileSync(join(place.cwd, "a.txt"), "two\n");
  const { text } = await follow("@diff @staged @git:5", place);
  const [, diff = "", staged = "", log = ""] = text.split(/@(?:diff|staged|git:5)\n/);
  expect(diff).toContain("-one\n+two");
  expect(staged).toBe("```diff\n(no output)\n```\n\n");
  expect(log).toContain("first words");
  const stopped = await follow("@diff", place, { signal: AbortSignal.abort() });
  expect(stopped.warnings).toEqual(["@diff: git was stopped before it had finished"]);
});
