import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { consentBook, grantOf, withGrant, withoutGrant } from "./consents.ts";
import { parseManifest } from "./manifest/manifest.ts";

function plugin(capabilities: readonly string[], folder = "/plugins/a") {
  const read = parseManifest({ id: "a", entry: "a.js", capabilities });
  if (read.kind === "problem") throw new Error(read.problem);
  return { folder, manifest: read.manifest };
}

test("what was granted holds, what an update asks for besides stays off until somebody agrees", () => {
  const book = consentBook(temporaryHome().path);
  book.change((consents) => withGrant(plugin(["llm.call"]), ["llm.call"], consents));
  expect(grantOf(plugin(["llm.call"]), book.read())).toEqual({ granted: new Set(["llm.call"]), open: [] });
  const updated = plugin(["llm.call", "tools.override"]);
  expect(grantOf(updated, book.read())).toEqual({ granted: new Set(["llm.call"]), open: ["tools.override"] });
  book.change((consents) => withGrant(updated, ["llm.call"], consents)); // asked and refused
  expect(grantOf(updated, book.read())).toEqual({ granted: new Set(["llm.call"]), open: [] });
});

test("another folder under the same id has no consent, nor has a plugin that was taken away", () => {
  const book = consentBook(temporaryHome().path);
  const own = plugin(["llm.call"]);
  book.change((consents) => withGrant(own, ["llm.call"], consents));
  expect(grantOf(plugin(["llm.call"], "/elsewhere"), book.read()).granted.size).toBe(0);
  book.change((consents) => withoutGrant("a", consents));
  expect(grantOf(own, book.read()).granted.size).toBe(0);
});

test("the file is the owner's alone, and a damaged one is a no to everything", () => {
  const home = temporaryHome().path;
  const book = consentBook(home);
  book.change((consents) => withGrant(plugin(["llm.call"]), ["llm.call"], consents));
  const path = join(home, "plugins", "consents.json");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, "{");
  expect(book.read()).toEqual({ plugins: {}, hooks: {} });
});
