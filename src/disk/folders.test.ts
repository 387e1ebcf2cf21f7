import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensurePrivateFolder } from "./folders.ts";

test("missing parents are made too, all of them private, and a second call changes nothing", () => {
  const root = mkdtempSync(join(tmpdir(), "hermes-disk-"));
  ensurePrivateFolder(join(root, "a", "b"));
  ensurePrivateFolder(join(root, "a", "b"));
  expect([join(root, "a"), join(root, "a", "b")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test("a file in the way and a file system without folders are errors, not endless tries", () => {
  const root = mkdtempSync(join(tmpdir(), "hermes-disk-"));
  writeFileSync(join(root, "file"), "");
  expect(() => ensurePrivateFolder(join(root, "file", "below"))).toThrow("ENOTDIR");
  expect(() => ensurePrivateFolder("/proc/no/such/folder")).toThrow("ENOENT");
});
