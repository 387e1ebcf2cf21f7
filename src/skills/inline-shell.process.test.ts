import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../app/system-clock.ts";
import { createInlineShell } from "./inline-shell.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-inline-")));
const env = { PATH: process.env["PATH"] ?? "", SHOWN: "yes" };
const run = createInlineShell({ clock: systemClock, timeoutMs: 20_000, env });
const never = new AbortController().signal;

test("a command runs in the skill's folder with the given environment and without input", async () => {
  expect(await run("pwd; echo $SHOWN$HOME; cat", folder, never)).toBe(`${folder}\nyes`);
});

test("errors are shown when nothing else was printed, and failures as a short mark", async () => {
  expect(await run("echo only >&2", folder, never)).toBe("only");
  expect(await run("echo out; echo why >&2; exit 3", folder, never)).toBe("[inline command failed: why]");
  expect(await run("exit 3", folder, never)).toBe("[inline command failed: exit 3]");
  expect(await run("true", join(folder, "gone"), never)).toMatch(/^\[inline command failed: .*ENOENT/);
});

test("output is cut at 4,000 characters", async () => {
  expect(await run("head -c 100000 /dev/zero | tr '\\0' x", folder, never)).toBe("x".repeat(4_000));
});

test("what takes too long is ended together with what it started", async () => {
  const hasty = createInlineShell({ clock: systemClock, timeoutMs: 50, env });
  expect(await hasty("sleep 60 & sleep 60", folder, never)).toBe("[inline command took longer than 0.05 s]");
});

test("a stop ends the command and the reading", async () => {
  const stop = new AbortController();
  const running = run("sleep 60", folder, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(running).rejects.toThrow("stopped");
});
