import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { createOAuthProvider, LoginNeededError } from "./oauth-provider.ts";
import { tokenFile } from "./token-file.ts";

const url = "https://mcp.example/mcp";
const tokens = { access_token: "secret-token", token_type: "bearer", refresh_token: "r" };
const newFolder = (): string => join(mkdtempSync(join(tmpdir(), "hermes-tokens-")), "mcp-tokens");

test("a login is kept in a file only its owner reads, for one address", () => {
  const folder = newFolder();
  const file = tokenFile(folder, "my server", url);
  file.write({ tokens });
  file.write({ client: { client_id: "c" } });
  expect(file.read()).toEqual({ url, tokens, client: { client_id: "c" } });
  expect([statSync(file.path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(tokenFile(folder, "my server", "https://evil.example/mcp").read()).toEqual({
    url: "https://evil.example/mcp",
  });
  chmodSync(file.path, 0o644);
  file.write({ tokens });
  expect(statSync(file.path).mode & 0o777).toBe(0o600);
  expect([file.remove(), file.remove()]).toEqual([true, false]);
});

test.each(["", "{", "[]", '{"url":1}', JSON.stringify({ url, tokens: { access_token: 1 } })])(
  "a file that holds %j is no login",
  (text) => {
    const folder = newFolder();
    const file = tokenFile(folder, "s", url);
    file.write({ tokens });
    writeFileSync(file.path, text);
    expect(file.read()).toEqual({ url });
  },
);

test("no name leads out of the folder", () => {
  const folder = newFolder();
  for (const name of ["../up", "a/b", "..", "."]) {
    const { path, write } = tokenFile(folder, name, url);
    write({ tokens });
    expect(path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/")).toBe(true);
    expect(readFileSync(path, "utf8")).toContain("secret-token");
  }
});

test("without anybody to log in the address of the login is never asked for; with somebody the answer must be ours", async () => {
  const file = tokenFile(newFolder(), "s", url);
  const alone = createOAuthProvider({ settings: {}, file, desk: null, rng: fakeRng() });
  await expect(Promise.resolve(alone.redirectToAuthorization(new URL(url)))).rejects.toBeInstanceOf(LoginNeededError);
  const state = String(await alone.state?.());
  expect(alone.isOurs(new URLSearchParams({ state, code: "c" }))).toBe(true);
  expect(alone.isOurs(new URLSearchParams({ state: "other", code: "c" }))).toBe(false);
  expect(alone.isOurs(new URLSearchParams({ code: "c" }))).toBe(false);
});

test("a registration for another way back is not used, and one from the settings always is", () => {
  const file = tokenFile(newFolder(), "s", url);
  file.write({ client: { client_id: "old" }, redirect_url: "http://127.0.0.1:1/callback" });
  const desk = {
    redirectUrl: "http://127.0.0.1:2/callback",
    show: async () => undefined,
    answer: async () => new URLSearchParams(),
  };
  const parts = { file, desk, rng: fakeRng() };
  expect(createOAuthProvider({ ...parts, settings: {} }).clientInformation()).toBeUndefined();
  const same = { ...desk, redirectUrl: "http://127.0.0.1:1/callback" };
  expect(createOAuthProvider({ ...parts, desk: same, settings: {} }).clientInformation()).toEqual({ client_id: "old" });
  expect(createOAuthProvider({ ...parts, settings: { client_id: "mine" } }).clientInformation()).toEqual({
    client_id: "mine",
  });
});
