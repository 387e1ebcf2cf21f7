import { lstatSync, mkdtempSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFileAtomic } from "./atomic-write.ts";

const scratch = (): string => mkdtempSync(join(tmpdir(), "hermes-disk-"));

test("a new file is private from its first moment, an existing one keeps its mode", () => {
  const folder = scratch();
  writeFileAtomic(join(folder, "new"), "a");
  writeFileSync(join(folder, "old"), "x", { mode: 0o640 });
  writeFileAtomic(join(folder, "old"), "y");
  expect(statSync(join(folder, "new")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "old")).mode & 0o777).toBe(0o640);
  expect(readFileSync(join(folder, "old"), "utf8")).toBe("y");
});

test("a link stays a link and its target gets the bytes", () => {
  const folder = scratch();
  writeFileSync(join(folder, "target"), "x");
  symlinkSync(join(folder, "target"), join(folder, "link"));
  writeFileAtomic(join(folder, "link"), "y");
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "target"), "utf8")).toBe("y");
});

test("a write that fails leaves nothing behind", () => {
  const folder = scratch();
  expect(() => writeFileAtomic(join(folder, "missing", "file"), "x")).toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual([]);
});
