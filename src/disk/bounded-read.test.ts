import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBounded } from "./bounded-read.ts";

test("a file is read whole up to the limit and named when it is longer, missing or no file", () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-disk-"));
  writeFileSync(join(folder, "f"), "12345");
  execFileSync("mkfifo", [join(folder, "pipe")]);
  expect(readBounded(join(folder, "f"), 5)).toEqual({ kind: "read", bytes: Buffer.from("12345") });
  expect(readBounded(join(folder, "f"), 4)).toEqual({ kind: "too-long", size: 5 });
  expect(readBounded(join(folder, "none"), 4)).toEqual({ kind: "missing" });
  expect(readBounded(join(folder, "f", "below"), 4)).toEqual({ kind: "missing" });
  expect(readBounded(folder, 4)).toEqual({ kind: "not-a-file" });
  expect(readBounded(join(folder, "pipe"), 4)).toEqual({ kind: "not-a-file" }); // and did not wait for a writer
});
