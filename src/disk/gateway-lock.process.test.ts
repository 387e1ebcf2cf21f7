import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../app/system-clock.ts";
import { systemRng } from "../app/system-rng.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { startHolder } from "../../tests/support/started-holder.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { accountLocks, gatewayPidFile, lookAtGateway, takeAccount, takeGateway } from "./gateway-lock.ts";
import type { Hold, Holding } from "./holder-file.ts";
import { identityOf } from "./process-identity.ts";

const world = { clock: systemClock, rng: systemRng };
const self = identityOf(process.pid);

function held(holding: Holding): Hold {
  if (holding.kind !== "held") throw new Error(holding.kind);
  return holding.hold;
}

test("of processes that start at once one becomes the gateway, and the others are told which", async () => {
  const { path: home } = temporaryHome();
  const started = await Promise.all([1, 2, 3].map(() => startHolder(home)));
  const winners = started.filter(({ said }) => said === "held");
  const [winner] = winners;
  expect(winners).toHaveLength(1);
  expect(started.filter(({ said }) => said === `taken by ${winner?.pid}`)).toHaveLength(2);
  expect(await takeGateway(home, "default", world)).toMatchObject({ kind: "taken", holder: { pid: winner?.pid } });
  await winner?.kill();
  expect(lookAtGateway(home, systemClock)).toMatchObject({ state: "stale", holder: { pid: winner?.pid } });
  const successors = await Promise.all([1, 2, 3].map(() => startHolder(home)));
  expect(successors.filter(({ said }) => said === "held")).toHaveLength(1);
  await Promise.all(successors.map(({ kill }) => kill()));
});

test("the pid file says who it is to its owner alone, and is gone when it is let go of", async () => {
  const { path: home } = temporaryHome();
  const hold = held(await takeGateway(home, "work", { clock: new FakeClock(), rng: systemRng }));
  const file = gatewayPidFile(home);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    pid: self.pid,
    start_time: self.startTime,
    host: self.host,
    started_at: 1_750_000_000,
    name: "work",
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(home)).toEqual(["gateway.pid"]);
  hold.release();
  expect([readdirSync(home), hold.renew()]).toEqual([[], false]);
});

test("a process that got the number of a dead gateway is not taken for it", async () => {
  const { path: home } = temporaryHome();
  writeFileSync(gatewayPidFile(home), JSON.stringify({ pid: self.pid, start_time: "1", host: self.host }));
  expect(lookAtGateway(home, systemClock).state).toBe("stale");
  held(await takeGateway(home, "default", world)).release();
});

test.each([
  ["a bare number", String(process.pid)],
  ["less than we say", JSON.stringify({ pid: process.pid, start_time: Number(self.startTime), kind: "x" })],
])("another program's gateway that lives is respected though its file holds %s", async (_what, text) => {
  const { path: home } = temporaryHome({ "gateway.pid": text });
  expect(await takeGateway(home, "default", world)).toMatchObject({ kind: "taken", holder: { pid: process.pid } });
});

test.each(["", "nonsense", "{}", "-5", "[1]", "x".repeat(9_000)])(
  "a pid file that holds %j stops nobody",
  async (text) => {
    const { path: home } = temporaryHome({ "gateway.pid": text });
    expect(lookAtGateway(home, systemClock)).toEqual({ state: "stale", holder: null });
    held(await takeGateway(home, "default", world)).release();
  },
);

test("a gateway on another host is believed while it gives signs of life", async () => {
  const { path: home } = temporaryHome({ "gateway.pid": JSON.stringify({ pid: 1, host: "elsewhere" }) });
  expect(await takeGateway(home, "default", world)).toMatchObject({ kind: "taken", holder: { host: "elsewhere" } });
  const longAgo = new Date(Date.now() - 600_000);
  utimesSync(gatewayPidFile(home), longAgo, longAgo);
  const hold = held(await takeGateway(home, "default", world));
  utimesSync(gatewayPidFile(home), longAgo, longAgo);
  expect(hold.renew()).toBe(true);
  expect(Date.now() - statSync(gatewayPidFile(home)).mtimeMs).toBeLessThan(60_000);
});

test("an account serves one profile at a time, and its name stands nowhere", async () => {
  const { path: base } = temporaryHome();
  const telegram = { platform: "telegram", account: "token-hunter2" };
  const hold = held(await takeAccount(base, telegram, "work", world));
  expect(await takeAccount(base, telegram, "home", world)).toMatchObject({ kind: "taken", holder: { name: "work" } });
  held(await takeAccount(base, { ...telegram, platform: "irc" }, "home", world));
  const files = readdirSync(accountLocks(base));
  expect(files).toHaveLength(2);
  const texts = files.map((name) => name + readFileSync(join(accountLocks(base), name), "utf8")).join("");
  expect(texts).not.toContain("hunter2");
  hold.release();
  held(await takeAccount(base, telegram, "home", world));
});
