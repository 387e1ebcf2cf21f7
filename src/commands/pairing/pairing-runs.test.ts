import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../../tests/support/command-call.ts";
import { containing } from "../../../tests/support/matching.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { temporaryStore } from "../../../tests/support/temporary-store.ts";
import { pairingRuns, type PairingRuns } from "./pairing-runs.ts";

/** A home whose gateway gave a code to somebody with an unkind name. */
async function askedHome() {
  const { path: home } = temporaryHome();
  const store = await temporaryStore({ path: join(home, "hermes.db") });
  const { pairing } = await store.gateway();
  const answer = await pairing.request("irc", "u1", "Ann\u001B[2J\nroot");
  const code = answer.kind === "code" ? answer.code : "";
  const call = (name: keyof PairingRuns, words: readonly string[] = [], flags = {}) =>
    commandCall(pairingRuns[name], { home, words, flags });
  return { code, call, pairing, [Symbol.dispose]: store[Symbol.dispose] };
}

test("a person sees who waits, lets them in by the code, and throws them out again, while the gateway runs", async () => {
  using asked = await askedHome();
  const { code, call, pairing } = asked;
  expect(await call("list")).toEqual({
    code: 0,
    out: "irc  waits  u1  Ann root  just now\nApprove with: hermes pairing approve <platform> <code>\n",
    err: "",
  });
  expect(await call("approve", ["IRC", code.slice(0, 4).toLowerCase(), code.slice(4)])).toEqual({
    code: 0,
    out: "Ann root (u1) may talk to Hermes on irc now.\n",
    err: "",
  });
  expect(pairing.isApproved("irc", "u1")).toBe(true);
  const { out } = await call("list", [], { json: true });
  expect(JSON.parse(out)).toEqual([
    { platform: "irc", user_id: "u1", user_name: "Ann\u001B[2J\nroot", state: "approved", at: 1_750_000_000 },
  ]);
  expect(await call("revoke", ["irc", "u1"])).toEqual({
    code: 0,
    out: "u1 may no longer talk to Hermes on irc.\n",
    err: "",
  });
  expect(pairing.isApproved("irc", "u1")).toBe(false);
  expect(await call("revoke", ["irc", "u1"])).toEqual({ code: 1, out: "", err: containing("was approved on irc") });
});

test("a wrong code ends with 1 and says how many tries are left, until the platform is closed", async () => {
  using asked = await askedHome();
  const { code, call } = asked;
  const wrong = { code: 1, out: "", err: containing("4 more tries") };
  expect(await call("approve", ["irc", "AAAA-AAAA"])).toEqual(wrong);
  for (const triesLeft of ["3 more tries", "2 more tries", "one more try"]) {
    expect(await call("approve", ["irc", ""])).toMatchObject({ code: 1, err: containing(triesLeft) });
  }
  const locked = { code: 1, out: "", err: "hermes: too many wrong codes for irc; it is closed for 60 minutes\n" };
  expect(await call("approve", ["irc", "x"])).toEqual(locked);
  expect(await call("approve", ["irc", code])).toEqual(locked);
});

test("those who wait can be forgotten, on one platform or on all", async () => {
  using asked = await askedHome();
  const { call, pairing } = asked;
  await pairing.request("other", "u2", null);
  expect(await call("clear-pending", ["Other"])).toEqual({ code: 0, out: "1 request removed.\n", err: "" });
  expect(await call("clear-pending")).toEqual({ code: 0, out: "1 request removed.\n", err: "" });
  expect(await call("list")).toEqual({ code: 0, out: "Nobody is paired, and nobody waits.\n", err: "" });
});

test("in a home that is not there nobody is paired, and none is made", async () => {
  const home = join(temporaryHome().path, "none");
  expect(await commandCall(pairingRuns.list, { home })).toMatchObject({ code: 0, out: containing("Nobody") });
  expect(await commandCall(pairingRuns.approve, { home, words: ["irc", "x"] })).toMatchObject({ code: 1 });
  expect(existsSync(home)).toBe(false);
});

test("a database that cannot be read is told in one line", async () => {
  const { path: home } = temporaryHome({ "hermes.db": "no database" });
  const { code, err } = await commandCall(pairingRuns.list, { home });
  expect([code, err.split("\n").length]).toEqual([1, 2]);
});
