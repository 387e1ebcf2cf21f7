import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readyHost } from "../../tests/support/mcp-calls.ts";
import { mcpWorld, oddServer } from "../../tests/support/mcp-world.ts";

const diary = (): string => join(mkdtempSync(join(tmpdir(), "hermes-orphans-")), "pids");
/** One that has ended may be listed until its new parent has looked; it runs no more. */
const alive = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/u.test(stdout.trim());
};
const pidsIn = (path: string): readonly number[] =>
  (/^\d+ \d+$/mu.exec(readFileSync(path, "utf8"))?.[0] ?? "").split(" ").map(Number);

test("a server that ignores a closed stdin and SIGTERM, and its helper, are gone once it is closed", async () => {
  const file = diary();
  const { clock } = mcpWorld();
  const impatient = { ...clock, sleep: (ms: number, signal: AbortSignal) => clock.sleep(Math.min(ms, 50), signal) };
  const servers = await readyHost({ deaf: oddServer("deaf", file) }, { clock: impatient });
  const pids = pidsIn(file);
  expect(pids.map(alive)).toEqual([true, true]);
  await servers[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(pids.map(alive)).toEqual([false, false]));
});

test("when our process is killed outright, the same server and its helper are gone soon after", async () => {
  const file = diary();
  const parent = spawn(process.execPath, [join(import.meta.dirname, "../../tests/support/mcp-parent.ts"), file]);
  const said: unknown[] = await once(parent.stdout, "data");
  expect(String(said[0])).toContain('"ready"');
  const pids = pidsIn(file);
  expect(pids.map(alive)).toEqual([true, true]);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(pids.map(alive)).toEqual([false, false]), 5_000);
});
