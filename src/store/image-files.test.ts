import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageFiles } from "./image-files.ts";

const home = (): string => mkdtempSync(join(tmpdir(), "images-"));

test("a picture of thirty megabytes is kept and given back byte for byte", () => {
  const files = imageFiles(home());
  const url = `data:image/png;base64,${Buffer.alloc(30_000_000, 7).toString("base64")}`;
  const kept = files.keep(url);
  expect(kept?.mime).toBe("image/png");
  expect(kept !== null && files.fetch(kept) === url).toBe(true);
});

test.each([
  "data:image/png;base64,",
  "data:image/png;base64,not base64!",
  "data:image/png,plain",
  "https://example.com/a.png",
])("%s could not be given back byte for byte, so it stays in its row", (url) =>
  expect(imageFiles(home()).keep(url)).toBeNull(),
);
