import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { type HomeInput, resolveHome } from "./home.ts";
import { defaultIdentity } from "../text/default-identity.ts";
import { secretsInTheOpen, seedHome } from "./seed-home.ts";

const resolved = (input: Partial<HomeInput>) =>
  resolveHome({ env: {}, profile: null, homedir: "/home/someone", platform: "linux", ...input });
const baseWith = (...profiles: readonly string[]): string => {
  const { base } = temporaryHome();
  for (const name of profiles) mkdirSync(join(base, "profiles", name), { recursive: true });
  return base;
};
const pathOf = (input: Partial<HomeInput>): string | null => {
  const result = resolved(input);
  return result.kind === "home" ? result.home.path : null;
};

test("the home is HERMES_HOME, else the platform's own place", () => {
  expect(pathOf({})).toBe("/home/someone/.hermes");
  expect(pathOf({ env: { HERMES_HOME: "" } })).toBe("/home/someone/.hermes");
  expect(pathOf({ env: { HERMES_HOME: "/x/y" } })).toBe("/x/y");
  expect(pathOf({ env: { HERMES_HOME: "~/h" } })).toBe("/home/someone/h");
  expect(pathOf({ platform: "win32", env: { LOCALAPPDATA: "/local" } })).toBe("/local/hermes");
});

test("[SF-C14] an unknown profile is a problem that lists the profiles, and nothing is created", () => {
  const base = baseWith("work", "play");
  const result = resolved({ env: { HERMES_HOME: base }, profile: "nosuch" });
  expect(result).toEqual({
    kind: "problem",
    problem: {
      kind: "unknown-profile",
      message: 'There is no profile "nosuch" (from --profile). Profiles: play, work.',
    },
  });
  expect(readdirSync(join(base, "profiles")).toSorted()).toEqual(["play", "work"]);
});

test("[SF-C15] the flag beats the variable, the variable beats the sticky profile, and without any the base is home", () => {
  const base = baseWith("a", "b", "c");
  const sticky = join(base, "active_profile");
  writeFileSync(sticky, "a\n");
  const env = { HERMES_HOME: base };
  const withVariable = { ...env, HERMES_PROFILE: "b" };
  const home = (profile: string | null) => ({
    kind: "home",
    home: { base, path: profile === null ? base : join(base, "profiles", profile), profile },
  });
  expect(resolved({ env: withVariable, profile: "c" })).toEqual(home("c"));
  expect(resolved({ env: withVariable })).toEqual(home("b"));
  expect(resolved({ env })).toEqual(home("a"));
  expect(resolved({ env, profile: "default" })).toEqual(home(null));
  rmSync(sticky);
  expect(resolved({ env })).toEqual(home(null));
});

test.each(["", "..", "../x", "A", "-a", "a/b", "a".repeat(65), "a\0b"])("%j is no profile name", (profile) => {
  expect(resolved({ env: { HERMES_HOME: baseWith() }, profile })).toMatchObject({
    kind: "problem",
    problem: { kind: "bad-profile-name" },
  });
});

test("a sticky profile that was deleted is not made again", () => {
  const base = baseWith("kept");
  writeFileSync(join(base, "active_profile"), "gone");
  expect(resolved({ env: { HERMES_HOME: base } })).toMatchObject({ problem: { kind: "unknown-profile" } });
  expect(existsSync(join(base, "profiles", "gone"))).toBe(false);
});

test("a file in the home's place is a problem", () => {
  const file = join(temporaryHome({ f: "x" }).path, "f");
  expect(resolved({ env: { HERMES_HOME: file } })).toMatchObject({ problem: { kind: "not-a-folder" } });
});

test("a home nobody can look at is a problem, not a crash", () => {
  const { path } = temporaryHome();
  symlinkSync("loop", join(path, "loop"));
  expect(resolved({ env: { HERMES_HOME: join(path, "loop") } })).toMatchObject({ problem: { kind: "unreachable" } });
  expect(resolved({ env: { HERMES_HOME: "a\0b" } })).toMatchObject({ problem: { kind: "unreachable" } });
});

test("a first start makes private folders and the identity, and no config file", () => {
  const path = join(temporaryHome().path, "new", "home");
  const home = { base: path, path, profile: null };
  expect(seedHome(home)).toBeNull();
  const entries = readdirSync(path).toSorted();
  expect(entries).toEqual(["SOUL.md", "cache", "hooks", "logs", "memories", "plugins", "skills"]);
  const modes = entries.map((name) => [name, (statSync(join(path, name)).mode & 0o777).toString(8)]);
  expect(modes).toEqual(entries.map((name) => [name, name === "SOUL.md" ? "600" : "700"]));
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(path, "SOUL.md"), "utf8")).toBe(defaultIdentity);
});

test("an identity that was edited, even to nothing, is never overwritten", () => {
  const home = temporaryHome({ "SOUL.md": "" });
  seedHome(home);
  expect(readFileSync(join(home.path, "SOUL.md"), "utf8")).toBe("");
});

test("a home that cannot be made is one sentence", () => {
  const path = join(temporaryHome({ file: "x" }).path, "file", "home");
  expect(seedHome({ base: path, path, profile: null })).toBe(`The home ${path} cannot be prepared: ENOTDIR.`);
});

test("secrets others can read are one warning with the fix, where modes mean something", () => {
  const home = temporaryHome({ ".env": "A=1", "auth.json": "{}" });
  const world = { env: {}, platform: "linux", exists: () => false } as const;
  expect(secretsInTheOpen(home, world)).toBeNull();
  writeFileSync(join(home.path, "open"), "");
  rmSync(join(home.path, ".env"));
  writeFileSync(join(home.path, ".env"), "A=1", { mode: 0o644 });
  const env = join(home.path, ".env");
  expect(secretsInTheOpen(home, world)).toBe(`Others can read ${env}. Fix it with: chmod 600 ${env}`);
  expect(secretsInTheOpen(home, { ...world, env: { HERMES_SKIP_CHMOD: "1" } })).toBeNull();
  expect(secretsInTheOpen(home, { ...world, exists: (path) => path === "/.dockerenv" })).toBeNull();
  expect(secretsInTheOpen(home, { ...world, platform: "win32" })).toBeNull();
});
