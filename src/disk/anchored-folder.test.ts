import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anchorFolder } from "./anchored-folder.ts";

function place() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-anchor-")));
  for (const name of ["inside", "outside"]) mkdirSync(join(base, name));
  return { base, inside: join(base, "inside"), outside: join(base, "outside") };
}

test("missing folders are made and named, those that are there are not", () => {
  const { inside } = place();
  using deep = anchorFolder(join(inside, "a", "b"));
  writeFileSync(deep.at("file"), "");
  expect(deep.made).toEqual([join(inside, "a"), join(inside, "a", "b")]);
  using again = anchorFolder(join(inside, "a"));
  expect([again.made, readdirSync(join(inside, "a", "b"))]).toEqual([[], ["file"]]);
});

test("a link on the way is not followed, wherever it stands", () => {
  const { inside, outside } = place();
  symlinkSync(outside, join(inside, "link"));
  expect(() => anchorFolder(join(inside, "link"))).toThrow();
  expect(() => anchorFolder(join(inside, "link", "new"))).toThrow();
  mkdirSync(join(outside, "there"));
  expect(() => anchorFolder(join(inside, "link", "there"))).toThrow("leads elsewhere");
  symlinkSync(join(outside, "nothing"), join(inside, "dangling"));
  expect(() => anchorFolder(join(inside, "dangling", "new"))).toThrow();
  expect(readdirSync(outside)).toEqual(["there"]);
});

test.runIf(process.platform === "linux")("a folder replaced by a link while it is held is still the folder", () => {
  const { base, inside, outside } = place();
  using folder = anchorFolder(inside);
  renameSync(inside, join(base, "moved"));
  symlinkSync(outside, inside);
  writeFileSync(folder.at("file"), "");
  expect([readdirSync(outside), readdirSync(join(base, "moved"))]).toEqual([[], ["file"]]);
});
