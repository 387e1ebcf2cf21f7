import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../../tests/support/command-call.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { containing, matching } from "../../../tests/support/matching.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { identityOf } from "../../disk/process-identity.ts";
import { profileRuns } from "./profile-runs.ts";

const homeWithProfiles = (): string =>
  temporaryHome({
    "config.yaml": "model: base-model\n",
    ".env": "A_API_KEY=secret-value\n",
    "memories/MEMORY.md": "remembered",
    "skills/x/SKILL.md": "skill",
    "profiles/work/config.yaml": "model: {default: work-model}\n",
    "profiles/.new-1/x": "half made",
  }).path;

const active = (home: string): string | null =>
  existsSync(join(home, "active_profile")) ? readFileSync(join(home, "active_profile"), "utf8") : null;

test("the list has the home itself and marks the profile in use", async () => {
  const home = homeWithProfiles();
  expect(await commandCall(profileRuns.list, { home })).toEqual({ code: 0, out: "* default\n  work\n", err: "" });
  const env = { HERMES_PROFILE: "work" };
  expect((await commandCall(profileRuns.list, { home, env })).out).toBe("  default\n* work\n");
  const { out } = await commandCall(profileRuns.list, { home, flags: { json: true } });
  expect(JSON.parse(out)).toEqual({ profiles: ["default", "work"], in_use: "default" });
});

test("a profile is used until another is, and default leaves no file", async () => {
  const home = homeWithProfiles();
  expect(await commandCall(profileRuns.use, { home, words: ["work"] })).toMatchObject({ code: 0 });
  expect(active(home)).toBe("work\n");
  expect((await commandCall(profileRuns.list, { home })).out).toContain("* work");
  await commandCall(profileRuns.use, { home, words: ["default"] });
  expect(active(home)).toBeNull();
});

test("a sticky profile that is gone can be left again", async () => {
  const home = homeWithProfiles();
  writeFileSync(join(home, "active_profile"), "gone");
  expect(await commandCall(profileRuns.use, { home, words: ["default"] })).toMatchObject({ code: 0, err: "" });
});

test("a new profile is a private home of its own", async () => {
  const home = homeWithProfiles();
  expect(await commandCall(profileRuns.create, { home, words: ["new"] })).toMatchObject({ code: 0, err: "" });
  const path = join(home, "profiles/new");
  expect(readdirSync(path).toSorted()).toEqual(["SOUL.md", "cache", "hooks", "logs", "memories", "plugins", "skills"]);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test("a clone has settings, keys and skills, never what was remembered", async () => {
  const home = homeWithProfiles();
  const { code, out } = await commandCall(profileRuns.create, { home, words: ["copy"], flags: { clone: true } });
  expect([code, out]).toEqual([0, containing("Copied: config.yaml, .env, skills")]);
  const path = join(home, "profiles/copy");
  expect(readFileSync(join(path, "config.yaml"), "utf8")).toBe("model: base-model\n");
  expect(readFileSync(join(path, "skills/x/SKILL.md"), "utf8")).toBe("skill");
  expect(statSync(join(path, ".env")).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(path, "memories"))).toEqual([]);
  await commandCall(profileRuns.create, { home, words: ["other"], flags: { "clone-from": "work" } });
  expect(readFileSync(join(home, "profiles/other/config.yaml"), "utf8")).toContain("work-model");
});

test("show tells of a profile without its secrets", async () => {
  const home = homeWithProfiles();
  const { out } = await commandCall(profileRuns.show, { home, words: ["default"], flags: { json: true } });
  expect(JSON.parse(out)).toEqual({
    name: "default",
    path: home,
    active: true,
    model: "base-model",
    keys: ["A_API_KEY"],
    database_bytes: null,
  });
  expect((await commandCall(profileRuns.show, { home, words: ["work"] })).out).toContain("model     work-model");
});

test.each<[keyof typeof profileRuns, readonly string[], Record<string, string | true>, number, RegExp]>([
  ["use", ["wrok"], {}, 2, /did you mean "work"/],
  ["show", ["../etc"], {}, 2, /no profile/],
  ["create", ["Work"], {}, 2, /no profile name/],
  ["create", ["../evil"], {}, 2, /no profile name/],
  ["create", ["default"], {}, 2, /no profile name/],
  ["create", ["work"], {}, 1, /exists already/],
  ["create", ["x"], { clone: true, "clone-from": "work" }, 2, /exclude each other/],
  ["create", ["x"], { "clone-from": "nosuch" }, 2, /no profile/],
  ["delete", ["default"], { yes: true }, 2, /cannot be deleted/],
  ["delete", ["nosuch"], { yes: true }, 2, /no profile/],
  ["delete", ["work"], {}, 2, /needs --yes/],
  ["rename", ["work", "default"], {}, 2, /no profile name/],
  ["rename", ["default", "x"], {}, 2, /cannot be deleted or renamed/],
])("profile %s %s %o is refused", async (...[name, words, flags, code, message]) => {
  const home = homeWithProfiles();
  const before = readdirSync(home, { recursive: true });
  const refused = await commandCall(profileRuns[name], { home, words, flags });
  expect(refused).toEqual({ code, out: "", err: matching(message) });
  expect(readdirSync(home, { recursive: true })).toEqual(before);
});

test("deleting the profile in use goes back to default", async () => {
  const home = homeWithProfiles();
  await commandCall(profileRuns.use, { home, words: ["work"] });
  const { code, out } = await commandCall(profileRuns.delete, { home, words: ["work"], flags: { yes: true } });
  expect([code, out]).toEqual([0, containing("default profile again")]);
  expect([active(home), readdirSync(join(home, "profiles"))]).toEqual([null, [".new-1"]]);
});

test("a renamed profile stays the one in use", async () => {
  const home = homeWithProfiles();
  await commandCall(profileRuns.use, { home, words: ["work"] });
  expect(await commandCall(profileRuns.rename, { home, words: ["work", "job"] })).toMatchObject({ code: 0, err: "" });
  expect([active(home), existsSync(join(home, "profiles/job/config.yaml"))]).toEqual(["job\n", true]);
});

test("a profile whose conversation is being written to is not taken away", async () => {
  const home = homeWithProfiles();
  const own = identityOf(process.pid);
  using store = await temporaryStore({ path: join(home, "profiles/work/hermes.db"), process: own });
  await store.sessions.create(newSession("s1"));
  await store.leases.acquire("turn:s1", 60_000);
  for (const [run, words] of [
    [profileRuns.delete, ["work"]],
    [profileRuns.rename, ["work", "job"]],
  ] as const) {
    const refused = await commandCall(run, { home, words, flags: { yes: true } });
    expect(refused).toEqual({ code: 1, out: "", err: containing("a running hermes uses") });
  }
});
