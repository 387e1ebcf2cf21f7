import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemProbes } from "./system-probes.ts";

test("the probes see this machine", async () => {
  const { signal } = new AbortController();
  const folder = mkdtempSync(join(tmpdir(), "hermes-probes-"));
  expect(await systemProbes.probeSqlite()).toEqual({ version: process.versions.sqlite, fullText: true });
  expect(await systemProbes.probePty(signal)).toBeNull();
  expect(await systemProbes.freeBytes(join(folder, "not", "there"))).toBeGreaterThan(0);
  expect(await systemProbes.versionOf(process.execPath, signal)).toBe(process.version);
  expect(await systemProbes.versionOf("no-such-program-here", signal)).toBeNull();
});
