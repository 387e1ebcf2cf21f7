import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { fileWorkspace } from "../../../../tests/support/file-workspace.ts";
import { createSyntaxCheck } from "./syntax-check.ts";

const containing = (text: string): unknown => expect.stringContaining(text);
const hasPython = works("python3", ["-c", ""]);

function works(program: string, args: readonly string[]): boolean {
  try {
    return execFileSync(program, args).length >= 0;
  } catch {
    return false; // the case that needs it is skipped, visibly
  }
}

const broken: readonly (readonly [name: string, text: string, told: string])[] = [
  ["a.json", '{"a": 1,}', "JSON is broken at line 1, column 9"],
  ["a.yaml", "a: [1\nb: 2\n", "at line 2"],
  ["a.toml", "a = 1\nb = \n", "TOML is broken at line 2, column 5"],
  ["a.ts", "const a: number = 1;\nfunction (\n", "TypeScript is broken at line 2: "],
  ["a.mjs", "export const a = 1;\nconst b = ;\n", "JavaScript is broken at line 2: "],
  ["a.cjs", "return 1;\n}\n", "JavaScript is broken at line"],
];

test("[SF-T43] a mistake is told in JSON, YAML, TOML, TypeScript and Python, and not in Ruby", async () => {
  const { write } = fileWorkspace();
  for (const [path, content, told] of broken) {
    expect(await write({ path, content })).toMatchObject({ bytes_written: content.length, lint: containing(told) });
  }
  const python = await write({ path: "a.py", content: "def f(:\n    pass\n" });
  if (hasPython) expect(python).toMatchObject({ lint: containing("Python is broken at line 1: ") });
  else expect(python).not.toHaveProperty("lint");
  expect(await write({ path: "a.rb", content: "def f(\n" })).not.toHaveProperty("lint");
});

test.skipIf(!hasPython)("what is right is not told, nor what was wrong before", async () => {
  const { write } = fileWorkspace();
  const right: Readonly<Record<string, string>> = {
    "a.ts": "enum A { b }\nconst f = <T,>(a: T): T => a;\nexport type { X } from './x.ts';\n",
    "b.js": "#!/usr/bin/env node\nconst { a } = require('a');\nreturn;\n",
    "c.js": "import a from 'a';\nawait a;\nexport default import.meta.url;\n",
    "d.js": "export const View = () => <p>hello</p>;\n",
    "e.py": "async def f(x: int) -> None:\n    match x:\n        case 1: pass\n",
    "f.toml": '[a]\nb = { c = 1 }\n[[d]]\ne = """x"""\n',
  };
  for (const [path, content] of Object.entries(right))
    expect(await write({ path, content })).not.toHaveProperty("lint");
  await write({ path: "g.py", content: "def\n" });
  expect(await write({ path: "g.py", content: "def f(\n" })).not.toHaveProperty("lint");
});

test("a checker that is missing says nothing, one that hangs is ended after five seconds", async () => {
  const { at, cwd } = fileWorkspace({ python3: '#!/bin/sh\necho > "$0.runs"\nexec sleep 60\n' });
  const text = { before: null, after: "def f(:\n" };
  const { signal } = new AbortController();
  const clock = new FakeClock();
  expect(await createSyntaxCheck({ env: { PATH: "/nowhere" }, clock })("a.py", text, signal)).toBeNull();
  chmodSync(at("python3"), 0o755);
  const checking = createSyntaxCheck({ env: { PATH: `${cwd}:/bin:/usr/bin` }, clock })("a.py", text, signal);
  while (!existsSync(at("python3.runs"))) await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(5_000);
  expect(await checking).toBeNull();
});

test("what is checked is never run", async () => {
  const { write, at } = fileWorkspace();
  const content = `require("node:fs").writeFileSync(${JSON.stringify(at("ran"))}, "");\n`;
  for (const path of ["a.js", "a.cjs", "a.ts"]) await write({ path, content });
  await write({ path: "a.py", content: `open(${JSON.stringify(at("ran"))}, "w")\n` });
  expect(existsSync(at("ran"))).toBe(false);
});
