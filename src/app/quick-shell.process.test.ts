import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capturedTerminal } from "../../tests/support/captured-terminal.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { containing } from "../../tests/support/matching.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { quickShell } from "./quick-shell.ts";
import { systemClock } from "./system-clock.ts";

function shellIn(folder: string) {
  const asked: string[] = [];
  const context = {
    env: { HOME: folder, HERMES_HOME: join(folder, ".hermes"), PATH: "/usr/bin:/bin", TERMINAL_BACKEND: "local" },
    cwd: folder,
    clock: systemClock,
    rng: fakeRng(),
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const shell = quickShell({ positionals: [], flags: {}, terminal: capturedTerminal().terminal, context });
  const run = (line: string, answer: string | null = null) =>
    shell(line, async (question) => {
      asked.push(question);
      return answer;
    });
  return { run, asked };
}

test("a harmless command runs at once; its failure is said with its code", async () => {
  const { run, asked } = shellIn(temporaryHome().path);
  expect(await run("echo hello")).toEqual({ ok: true, text: "hello" });
  expect(await run("true")).toEqual({ ok: true, text: "(no output)" });
  expect(await run("echo no; false")).toEqual({ ok: false, text: "no\nexit code 1" });
  expect(asked).toEqual([]);
});

test("long output is cut at 4000 characters", async () => {
  const { run } = shellIn(temporaryHome().path);
  const { text } = await run("head -c 5000 /dev/zero | tr '\\0' x");
  expect(text).toBe(`${"x".repeat(4_000)}\n... 1000 more characters`);
});

test("a dangerous command asks first, and a forbidden one never runs", async () => {
  const folder = temporaryHome().path;
  const { run, asked } = shellIn(folder);
  writeFileSync(join(folder, "kept"), "");
  expect(await run("rm -rf kept")).toEqual({ ok: false, text: "not run" });
  expect([asked.length, existsSync(join(folder, "kept"))]).toEqual([1, true]);
  expect(await run("rm -rf kept", "run it")).toMatchObject({ ok: true });
  expect(existsSync(join(folder, "kept"))).toBe(false);
  expect(await run("rm -rf /", "run it")).toEqual({ ok: false, text: containing("not run: ") });
});
