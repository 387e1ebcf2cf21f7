import { chmodSync, existsSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { containing } from "../../../tests/support/matching.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { identityOf } from "../../disk/process-identity.ts";
import { homeFolders } from "../../config/seed-home.ts";
import type { FlagValues } from "../command.ts";
import { doctor } from "./doctor.ts";
import type { DoctorWorld } from "./world.ts";

const scratch = (): string => mkdtempSync(join(tmpdir(), "hermes-doctor-"));
const modeOf = (path: string): number => statSync(path).mode & 0o777;

function madeHome(): string {
  const home = scratch();
  for (const folder of homeFolders) mkdirSync(join(home, folder), { mode: 0o700 });
  return home;
}

function healthy(overrides: Partial<DoctorWorld> = {}): DoctorWorld {
  return {
    nodeVersion: "26.10.0",
    probeSqlite: async () => ({ version: "3.50.0", fullText: true }),
    probePty: async () => null,
    rebuildIndex: async () => 3,
    findBackend: async () => ({ name: "bubblewrap", chosen: false, problem: null }),
    freeBytes: async () => 5_000 * 1024 * 1024,
    versionOf: async (program) => `${program} 1.0`,
    clock: new FakeClock(),
    home: madeHome(),
    modesMatter: true,
    programs: { git: "git", ripgrep: "rg" },
    readConfig: async () => ({ file: "config.yaml", unreadable: false, problems: [] }),
    findRuntime: async () => ({ kind: "ready", provider: "demo", model: "rules", credential: null }),
    checkpointsMissing: async () => null,
    checkDatabase: async () => ({ kind: "absent" }),
    checkSkills: async () => [],
    askModel: async () => ({ kind: "answered", tookMs: 12 }),
    ...overrides,
  };
}

async function visit(world: DoctorWorld, flags: FlagValues = {}) {
  const { terminal, out } = capturedTerminal();
  const signal = new AbortController().signal;
  const context = {
    env: {},
    cwd: "/",
    clock: world.clock,
    rng: fakeRng(),
    signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const code = await doctor(async () => world)({ positionals: [], flags, terminal, context });
  return { code, out: out() };
}

/** The checks that are not fine, as `id: status`. */
async function complaints(world: DoctorWorld, flags: FlagValues = {}): Promise<readonly [number, readonly string[]]> {
  const { code, out } = await visit(world, flags);
  const lines = out.split("\n").filter((line) => /^(warning|FAILED|fixed)/.test(line));
  return [code, lines.map((line) => line.split(/ +/).slice(0, 2).join(" "))];
}

test("a healthy house is listed check by check", async () => {
  const world = healthy();
  expect(await visit(world)).toEqual({
    code: 0,
    out: `ok       Node.js      26.10.0
ok       SQLite       3.50.0 with full-text search
ok       terminal     pseudo terminals work
ok       config       config.yaml
ok       credentials  rules at demo, no key needed
ok       home         ${world.home}
ok       locks        none left behind
ok       database     no session stored yet
ok       skills       all readable
ok       disk         5000 MB free
ok       ripgrep      rg 1.0
ok       git          git 1.0
ok       checkpoints  kept before each change
ok       commands     run in bubblewrap

Everything needed is there.
`,
  });
});

test.each<[string, Partial<DoctorWorld>, number, readonly string[]]>([
  ["an old Node", { nodeVersion: "24.14.9" }, 1, ["FAILED Node.js"]],
  ["the oldest Node that will do", { nodeVersion: "24.15.0" }, 0, []],
  ["no full-text search", { probeSqlite: async () => ({ version: "3", fullText: false }) }, 1, ["FAILED SQLite"]],
  [
    "a config that cannot be read",
    { readConfig: async () => ({ file: "c", unreadable: true, problems: ["line 3"] }) },
    1,
    ["FAILED config"],
  ],
  [
    "a config with an unknown key",
    { readConfig: async () => ({ file: "c", unreadable: false, problems: ["modle: unknown"] }) },
    0,
    ["warning config"],
  ],
  ["no key", { findRuntime: async () => ({ kind: "missing", message: "no key" }) }, 1, ["FAILED credentials"]],
  [
    "a damaged database",
    { checkDatabase: async () => ({ kind: "damaged", path: "hermes.db", problems: ["page 3"] }) },
    1,
    ["FAILED database"],
  ],
  ["no pseudo terminal", { probePty: async () => "no module" }, 0, ["warning terminal"]],
  [
    "a machine without walls",
    { findBackend: async () => ({ name: "local", chosen: false, problem: "bwrap was not found" }) },
    0,
    ["warning commands"],
  ],
  [
    "a backend that was chosen and is down",
    { findBackend: async () => ({ name: "docker", chosen: true, problem: "no daemon" }) },
    1,
    ["FAILED commands"],
  ],
  ["a full disk", { freeBytes: async () => 5_000_000 }, 1, ["FAILED disk"]],
  ["a rather full disk", { freeBytes: async () => 500_000_000 }, 0, ["warning disk"]],
  ["neither git nor ripgrep", { versionOf: async () => null }, 0, ["warning ripgrep", "warning git"]],
  ["a check that throws", { checkDatabase: () => Promise.reject(new Error("locked")) }, 1, ["FAILED database"]],
])("%s", async (_name, overrides, code, expected) => {
  expect(await complaints(healthy(overrides))).toEqual([code, expected]);
});

test("the model is asked only with --live", async () => {
  const world = healthy({ askModel: async () => ({ kind: "failed", message: "401" }) });
  expect(await complaints(world)).toEqual([0, []]);
  expect(await complaints(world, { live: true })).toEqual([1, ["FAILED model"]]);
});

test("a skill that is left out is worth a warning", async () => {
  const { code, out } = await visit(healthy({ checkSkills: async () => ["x is left out: it is not UTF-8 text"] }));
  expect(code).toBe(0);
  expect(out).toMatch(/^warning +skills +x is left out: it is not UTF-8 text$/m);
});

test("--json is one object", async () => {
  const { code, out } = await visit(healthy({ nodeVersion: "20.1.0" }), { json: true });
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    checks: [
      { id: "node", status: "failed", detail: "20.1.0 is too old, install 24.15 or newer", fixed: false },
      { id: "sqlite", status: "ok" },
      { id: "pty" },
      { id: "config" },
      { id: "credentials" },
      { id: "home" },
      { id: "locks" },
      { id: "database" },
      { id: "skills" },
      { id: "disk" },
      { id: "ripgrep" },
      { id: "git" },
      { id: "checkpoints" },
      { id: "backend" },
    ],
  });
});

test("a secret others can read fails until --fix narrows it; a link is left alone", async () => {
  const home = madeHome();
  const elsewhere = join(scratch(), "shared.yaml");
  writeFileSync(elsewhere, "", { mode: 0o644 });
  symlinkSync(elsewhere, join(home, "config.yaml"));
  writeFileSync(join(home, ".env"), "KEY=x");
  chmodSync(join(home, ".env"), 0o644);
  chmodSync(home, 0o755);
  const world = healthy({ home });
  expect(await complaints(world)).toEqual([1, ["FAILED home"]]);
  expect(await complaints({ ...world, modesMatter: false }, { fix: true })).toEqual([0, []]);
  expect(await complaints(world, { fix: true })).toEqual([0, ["fixed home"]]);
  expect([home, join(home, ".env"), elsewhere].map(modeOf)).toEqual([0o700, 0o600, 0o644]);
});

test("a home that is not there yet is a warning, and --fix makes it", async () => {
  const home = join(scratch(), "new");
  expect(await complaints(healthy({ home }))).toEqual([0, ["warning home"]]);
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([0, ["fixed home"]]);
  expect(modeOf(home)).toBe(0o700);
});

test("a file in the place of the home is beyond repair", async () => {
  const home = join(scratch(), "file");
  writeFileSync(home, "");
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([1, ["FAILED home"]]);
});

test("--fix says what it did", async () => {
  const home = join(scratch(), "new");
  mkdirSync(join(home, "logs"), { recursive: true });
  chmodSync(home, 0o755);
  const { code, out } = await visit(healthy({ home }), { fix: true });
  expect(code).toBe(0);
  expect(out).toContain(`made ${join(home, "memories")}\n`);
  expect(out).toContain(`set the mode of ${home} to 700\n`);
  expect(modeOf(join(home, "logs"))).toBe(0o700);
});

test("a lock of a dead process is removed, one of a living process stays", async () => {
  const home = madeHome();
  const { pid, startTime, host } = identityOf(process.pid);
  const [dead, live] = ["MEMORY.md.lock", "USER.md.lock"].map((name) => join(home, "memories", name));
  writeFileSync(dead ?? "", `token ${2 ** 22 + 1} 1 0 ${host}\n`);
  writeFileSync(live ?? "", `token ${pid} ${startTime} 0 ${host}\n`);
  expect(await complaints(healthy({ home }))).toEqual([0, ["warning locks"]]);
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([0, ["fixed locks"]]);
  expect([dead, live].map((path) => existsSync(path ?? ""))).toEqual([false, true]);
});

test("the pid file of a gateway that is gone is removed, that of a living one stays", async () => {
  const home = madeHome();
  const file = join(home, "gateway.pid");
  writeFileSync(file, String(process.pid));
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([0, []]);
  writeFileSync(file, String(2 ** 22 + 1));
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([0, ["fixed locks"]]);
  expect(existsSync(file)).toBe(false);
});

test("a gateway that died while it started leaves nothing that --fix does not remove", async () => {
  const home = madeHome();
  const { pid, startTime, host } = identityOf(process.pid);
  const dead = { "gateway.lock": `token ${2 ** 22 + 1} 1 0 ${host}\n`, "locks/a.json": `{"pid":${2 ** 22 + 1}}` };
  const live = { "locks/b.json": `{"pid":${pid},"start_time":"${startTime}","host":"${host}"}` };
  mkdirSync(join(home, "locks"), { mode: 0o700 });
  for (const [name, text] of Object.entries({ ...dead, ...live })) {
    writeFileSync(join(home, name), text, { mode: 0o600 });
  }
  expect(await complaints(healthy({ home }), { fix: true })).toEqual([0, ["fixed locks"]]);
  const left = Object.keys({ ...dead, ...live }).filter((name) => existsSync(join(home, name)));
  expect(left).toEqual(["locks/b.json"]);
});

test("a broken search index is built anew with --fix; a damaged database is not touched", async () => {
  const state = { isStale: true };
  const world = healthy({
    checkDatabase: async () => ({ kind: state.isStale ? "stale-index" : "sound", path: "hermes.db" }),
    rebuildIndex: async () => {
      state.isStale = false;
      return 3;
    },
  });
  expect(await complaints(world)).toEqual([1, ["FAILED database"]]);
  const { code, out } = await visit(world, { fix: true });
  expect([code, out]).toEqual([0, containing("built the search index anew from 3 messages")]);
  const damaged = healthy({
    checkDatabase: async () => ({ kind: "damaged", path: "hermes.db", problems: ["page 3"] }),
    rebuildIndex: () => Promise.reject(new Error("called")),
  });
  expect(await complaints(damaged, { fix: true })).toEqual([1, ["FAILED database"]]);
});
