import { hostname } from "node:os";
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import { fingerprintOf } from "./key-row.ts";

const signal = new AbortController().signal;
const mistral = { provider: "mistral", model: "m" };
const keys = { MISTRAL_API_KEY: "sk-first-secret", MISTRAL_API_KEY_2: "sk-second-secret" };

type World = ReturnType<typeof providerWorld>;

async function failOnce(world: World, pools = world.pools): Promise<string> {
  const lease = await pools.poolFor(world.runtime(mistral))?.lease(signal);
  if (lease === undefined || lease === null) throw new Error("There is no key");
  return (await lease.report(providerFailure("billing"), lease.current(), signal)).kind;
}

const stored = ({ path }: World): unknown => JSON.parse(readFileSync(path, "utf8"));

test("a mark is kept in a private file that names the source and never holds the borrowed key", async () => {
  const world = providerWorld({ keys });
  await failOnce(world);
  const now = world.clock.now() / 1_000;
  const untouched = { reason: null, request_count: 0, last_used_at: 0 };
  expect(stored(world)).toEqual({
    credential_pool: {
      mistral: [
        {
          ...untouched,
          id: "MISTRAL_API_KEY",
          kind: "borrowed",
          fingerprint: fingerprintOf("sk-first-secret"),
          status: "exhausted",
          status_at: now,
          available_at: now + 3_600,
          reason: "billing",
        },
        {
          ...untouched,
          id: "MISTRAL_API_KEY_2",
          kind: "borrowed",
          fingerprint: fingerprintOf("sk-second-secret"),
          status: "ok",
          status_at: 0,
          available_at: null,
        },
      ],
    },
  });
  expect(readFileSync(world.path, "utf8")).not.toMatch(/sk-(first|second)/);
  expect(statSync(world.path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(world.path))).toEqual(["auth.json"]);
});

test("what a file holds beside our rows, and rows we cannot read, survive a write", async () => {
  const strange = { id: 7, kind: "hologram" };
  const manual = { id: "mine", kind: "manual", access_token: "by-hand", label: "work" };
  const before = { version: 3, tokens: { other: "x" }, credential_pool: { openai: [], mistral: [strange, manual] } };
  const world = providerWorld({ keys, auth: JSON.stringify(before) });
  await failOnce(world);
  expect(stored(world)).toMatchObject({
    version: 3,
    tokens: { other: "x" },
    credential_pool: { openai: [], mistral: [{ id: "MISTRAL_API_KEY" }, { id: "MISTRAL_API_KEY_2" }, manual, strange] },
  });
  expect(world.warnings).toEqual([
    `${world.path}: 1 of the keys remembered for mistral cannot be read and are not used.`,
  ]);
});

test("a key whose variable is gone is forgotten with the next write", async () => {
  const gone = { id: "MISTRAL_API_KEY_9", kind: "borrowed", fingerprint: "sha256:00" };
  const world = providerWorld({ keys, auth: JSON.stringify({ credential_pool: { mistral: [gone] } }) });
  await failOnce(world);
  expect(readFileSync(world.path, "utf8")).not.toContain("MISTRAL_API_KEY_9");
});

test.each([
  ["not JSON", "{ oops"],
  ["another shape", '{"credential_pool": [1, 2]}'],
  ["a list", "[]"],
  ["nothing", ""],
])("a broken auth.json (%s) is a warning and an empty memory, and is left as it is", async (_what, auth) => {
  const world = providerWorld({ keys, auth });
  expect(await failOnce(world)).toBe("rotated");
  expect(await failOnce(world)).toBe("nothing_left"); // remembered in this process
  expect(readFileSync(world.path, "utf8")).toBe(auth);
  expect(world.warnings[0]).toMatch(/cannot be used .*the file is left as it is/);
  expect(world.warnings.length).toBe(2);
});

test("where auth.json cannot be written, marks live as long as the process", async () => {
  const world = providerWorld({ keys });
  mkdirSync(world.path);
  expect(await failOnce(world)).toBe("rotated");
  expect(await failOnce(world)).toBe("nothing_left");
  expect(world.warnings.join("\n")).toContain("not-a-file");
});

test("a home that vanished is no reason to crash", async () => {
  const world = providerWorld({ keys });
  rmSync(dirname(world.path), { recursive: true });
  expect(await failOnce(world)).toBe("rotated");
  expect(world.warnings.join("\n")).toContain("could not be written (ENOENT)");
});

test("two processes see each other's marks, and neither write loses the other's", async () => {
  const world = providerWorld({ keys: { ...keys, MISTRAL_API_KEY_3: "sk-third" } });
  const [one, other] = [world.anotherProcess(), world.anotherProcess()];
  const lease = await other.poolFor(world.runtime(mistral))?.lease(signal);
  await failOnce(world, one); // the first key
  const used = { source: "MISTRAL_API_KEY_2", secret: null };
  const verdict = await lease?.report(providerFailure("billing"), used, signal);
  expect(verdict).toMatchObject({ kind: "rotated", key: { source: "MISTRAL_API_KEY_3" } });
  expect(stored(world)).toMatchObject({
    credential_pool: { mistral: [{ status: "exhausted" }, { status: "exhausted" }, { status: "ok" }] },
  });
});

function lockedBy({ path, clock }: World, pid: number): void {
  writeFileSync(`${path}.lock`, `token ${pid} - ${clock.now()} ${hostname()}\n`);
}

test("a lock a dead process left is taken over; one that is held is waited for", async () => {
  const world = providerWorld({ keys });
  lockedBy(world, 4_194_399); // above the largest pid there can be
  expect(await failOnce(world)).toBe("rotated");
  expect(existsSync(`${world.path}.lock`)).toBe(false);
  expect(world.clock.sleeps).toEqual([]);

  lockedBy(world, process.pid);
  const work = failOnce(world);
  await world.clock.advance(200);
  rmSync(`${world.path}.lock`);
  expect(await world.clock.runUntil(work)).toBe("nothing_left");
  expect(world.clock.sleeps.length).toBeGreaterThan(0);
  expect(world.warnings).toEqual([]);
});

test("a lock nobody lets go of costs a warning and not the turn", async () => {
  const world = providerWorld({ keys });
  lockedBy(world, process.pid);
  expect(await world.clock.runUntil(failOnce(world))).toBe("rotated");
  expect(world.warnings.join()).toContain("could not be written");
});

test("a wider mode somebody chose is kept", async () => {
  const world = providerWorld({ keys, auth: "{}" });
  chmodSync(world.path, 0o640);
  await failOnce(world);
  expect(statSync(world.path).mode & 0o777).toBe(0o640);
});
