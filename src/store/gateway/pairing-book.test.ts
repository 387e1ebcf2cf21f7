import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PairingBook } from "../../domain/gateway-ledger.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { ledgerWorld } from "../../../tests/support/ledger-world.ts";
import { newCode } from "./pairing-code.ts";

const minute = 60_000;
const hour = 60 * minute;

async function codeFor(book: PairingBook, userId: string, platform = "fake"): Promise<string> {
  const answer = await book.request(platform, userId, null);
  if (answer.kind === "silent") throw new Error(answer.why);
  return answer.code;
}

/** A code of the right shape that is not this one. */
const otherThan = (code: string): string => `${code.startsWith("A") ? "B" : "A"}${code.slice(1)}`;

test("[SF-G1] a stranger gets a code once and then silence; the fifth wrong code closes the platform for an hour", async () => {
  using world = ledgerWorld();
  const { pairing } = await world.open();
  const code = await codeFor(pairing, "u1");
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  await world.clock.advance(minute);
  expect(await pairing.request("fake", "u1", null)).toEqual({ kind: "silent", why: "recent" });

  const wrong = otherThan(code);
  for (const triesLeft of [4, 3, 2, 1]) {
    expect(await pairing.approve("fake", wrong)).toEqual({ kind: "wrong", triesLeft });
  }
  const locked = { kind: "locked", untilMs: world.clock.now() + hour };
  expect(await pairing.approve("fake", wrong)).toEqual(locked);

  const restarted = (await world.open(2)).pairing;
  await world.clock.advance(hour - minute);
  expect(await restarted.approve("fake", code)).toEqual(locked);
  expect(await restarted.request("fake", "u2", null)).toEqual({ kind: "silent", why: "locked" });
  expect(await restarted.approve("other", wrong)).toEqual({ kind: "wrong", triesLeft: 4 });
  await world.clock.advance(minute);
  expect(await restarted.approve("fake", wrong)).toEqual({ kind: "wrong", triesLeft: 4 });
  expect((await restarted.request("fake", "u2", null)).kind).toBe("code");
});

test("whoever has the code is approved on this platform for good, in every process, until revoked", async () => {
  using world = ledgerWorld();
  const [gateway, shell] = [await world.open(1), await world.open(2)];
  const answer = await gateway.pairing.request("fake", "u1", "Ann");
  const code = answer.kind === "code" ? answer.code : "";
  expect(gateway.pairing.isApproved("fake", "u1")).toBe(false);
  const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}\u2013 `;
  expect(await shell.pairing.approve("fake", typed)).toEqual({ kind: "approved", userId: "u1", userName: "Ann" });
  await world.clock.advance(100 * hour);
  expect([gateway.pairing.isApproved("fake", "u1"), gateway.pairing.isApproved("other", "u1")]).toEqual([true, false]);
  expect(await gateway.pairing.request("fake", "u1", "Ann")).toMatchObject({ kind: "silent" });
  expect(gateway.pairing.list()).toMatchObject([{ userId: "u1", userName: "Ann", state: "approved" }]);
  expect(await shell.pairing.approve("fake", code)).toMatchObject({ kind: "wrong" });
  expect([await shell.pairing.revoke("fake", "u1"), await shell.pairing.revoke("fake", "u1")]).toEqual([true, false]);
  expect(gateway.pairing.isApproved("fake", "u1")).toBe(false);
});

test("a code ends after an hour, and a new one ends the one before", async () => {
  using world = ledgerWorld();
  const { pairing } = await world.open();
  const first = await codeFor(pairing, "u1");
  await world.clock.advance(10 * minute);
  const second = await codeFor(pairing, "u1");
  expect(await pairing.approve("fake", first)).toMatchObject({ kind: "wrong" });
  await world.clock.advance(hour);
  expect(pairing.list()).toEqual([]);
  expect(await pairing.approve("fake", second)).toMatchObject({ kind: "wrong" });
});

test("three may wait on a platform; the fourth is not answered until one is approved, cleared or too old", async () => {
  using world = ledgerWorld();
  const { pairing } = await world.open();
  const [first] = [await codeFor(pairing, "u1"), await codeFor(pairing, "u2"), await codeFor(pairing, "u3")];
  expect(await pairing.request("fake", "u4", null)).toEqual({ kind: "silent", why: "full" });
  expect((await pairing.request("other", "u4", null)).kind).toBe("code");
  await pairing.approve("fake", first);
  await codeFor(pairing, "u4");
  expect(await pairing.request("fake", "u5", null)).toMatchObject({ why: "full" });
  expect(await pairing.clearPending("fake")).toBe(3);
  await codeFor(pairing, "u5");
  expect(await pairing.clearPending(null)).toBe(2);
  expect(pairing.list()).toMatchObject([{ userId: "u1", state: "approved" }]);
});

test("wrong codes are forgotten after the right one, and an hour after the last", async () => {
  using world = ledgerWorld();
  const { pairing } = await world.open();
  const code = await codeFor(pairing, "u1");
  for (const triesLeft of [4, 3]) expect(await pairing.approve("fake", "nonsense")).toMatchObject({ triesLeft });
  await pairing.approve("fake", code);
  for (const triesLeft of [4, 3]) expect(await pairing.approve("fake", "")).toMatchObject({ triesLeft });
  await world.clock.advance(hour);
  expect(await pairing.approve("fake", "x".repeat(10_000))).toMatchObject({ triesLeft: 4 });
});

test("a code is nowhere on the disk and in no log", async () => {
  using world = ledgerWorld();
  const { pairing } = await world.open();
  const code = await codeFor(pairing, "u1");
  await pairing.approve("fake", otherThan(code));
  const bytes = ["", "-wal"].map((suffix) => readFileSync(world.path + suffix, "latin1")).join("");
  expect(bytes).toContain("pairing");
  expect([bytes.includes(code), bytes.toUpperCase().includes(code)]).toEqual([false, false]);
  expect(world.logged).toEqual([]);
});

test("codes use every letter of the alphabet about equally often", () => {
  const rng = fakeRng(3);
  const letters = Array.from({ length: 4_000 }, () => newCode(rng)).join("");
  const counts = Object.values(Object.groupBy(letters, (letter) => letter)).map((own) => own?.length ?? 0);
  expect(counts).toHaveLength(32);
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});

test("every code is eight letters of the alphabet, whatever the generator gives", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 40n - 1n }), (bits) => {
      const hex = bits.toString(16).padStart(10, "0");
      const code = newCode({ ...fakeRng(), hex: () => hex });
      expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    }),
  );
});
