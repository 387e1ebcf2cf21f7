import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { gatewayCommandRuns } from "../../app/gateway-command.ts";
import { commandCall } from "../../../tests/support/command-call.ts";
import { inbound } from "../../../tests/support/ledger-world.ts";
import { containing } from "../../../tests/support/matching.ts";
import { startHolder } from "../../../tests/support/started-holder.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { temporaryStore } from "../../../tests/support/temporary-store.ts";
import { gatewayPidFile } from "../../disk/gateway-lock.ts";
import { identityOf } from "../../disk/process-identity.ts";
import type { CommandRun } from "../command.ts";

const { status, stop } = gatewayCommandRuns(process);
const config = "gateway: {platforms: {irc: {enabled: true}, fake: {enabled: false}}}\n";

/** With time that passes: a process takes its own. */
const timed =
  (run: CommandRun): CommandRun =>
  (call) =>
    run({ ...call, context: { ...call.context, clock: systemClock } });

test("status says who runs, what it serves and what waits, to people and to programs", async () => {
  const { path: home } = temporaryHome({ "config.yaml": config });
  using store = await temporaryStore({ path: join(home, "hermes.db") });
  const { inbox, outbox, pairing } = await store.gateway();
  const first = (await inbox.accept(inbound(), "key")) ?? 0;
  await inbox.claim([first]);
  await inbox.accept(inbound({ messageId: "m2" }), "key");
  const chat = { chatId: "c1", threadId: null };
  await outbox.add({ sessionKey: "key", platform: "irc", chat, text: "hi", replyTo: null });
  await pairing.request("irc", "u1", null);
  const { pid, startTime: start_time, host } = identityOf(process.pid);
  const started_at = 1_750_000_000 - 7_200;
  writeFileSync(gatewayPidFile(home), JSON.stringify({ pid, start_time, host, started_at, name: "default" }));
  expect(await commandCall(status, { home })).toEqual({
    code: 0,
    out: `gateway    running, pid ${pid}, started 2h ago
platforms  irc, fake (off)
waiting    2 messages, 1 answer
pairings   1 to approve: hermes pairing list
`,
    err: "",
  });
  const { out } = await commandCall(status, { home, flags: { json: true } });
  expect(JSON.parse(out)).toEqual({
    state: "running",
    pid,
    host,
    started_at,
    platforms: [
      { name: "irc", enabled: true },
      { name: "fake", enabled: false },
    ],
    waiting: { messages: 2, answers: 1, pairings: 1 },
    problem: null,
  });
});

test("status of a home that is not there, of a dead gateway and of a damaged database is an answer", async () => {
  const none = join(temporaryHome().path, "none");
  const quiet = "platforms  none\nwaiting    0 messages, 0 answers\npairings   none\n";
  expect(await commandCall(status, { home: none })).toEqual({
    code: 0,
    out: `gateway    not running\n${quiet}`,
    err: "",
  });
  expect(existsSync(none)).toBe(false);
  const { path: home } = temporaryHome({ "gateway.pid": '{"pid":1,"start_time":"x"}', "hermes.db": "no database" });
  const { code, out } = await commandCall(status, { home });
  expect([code, out]).toEqual([0, containing("gateway    not running; the last one (pid 1) died\n")]);
  expect(out).toContain("waiting    unreadable: ");
});

test.each(["polite", "rude"] as const)("stop ends a %s gateway and says so when it is gone", async (manner) => {
  const { path: home } = temporaryHome();
  const gateway = await startHolder(home, manner);
  expect(await commandCall(timed(stop), { home })).toEqual({
    code: 0,
    out: `Asked the gateway (pid ${gateway.pid}) to end; what it is working on may take a while.\nThe gateway has ended.\n`,
    err: "",
  });
  expect(await gateway.exited).toEqual([0, null]);
  expect(await commandCall(timed(stop), { home })).toEqual({ code: 0, out: "No gateway is running.\n", err: "" });
});

test("stop gives up on a gateway that does not end in time", async () => {
  const { path: home } = temporaryHome();
  const gateway = await startHolder(home, "deaf");
  const { code, err } = await commandCall(timed(stop), { home, flags: { timeout: "1" } });
  expect([code, err]).toEqual([1, containing(`the gateway (pid ${gateway.pid}) has not ended after 1 s`)]);
  await gateway.kill();
});

test.each([
  ["runs on another host", { pid: 1, host: "elsewhere" }, "the gateway runs on elsewhere (pid 1); stop it there"],
  ["may be another program", { pid: process.pid }, `names pid ${process.pid} but not when it started`],
])("stop signals nobody who %s", async (_why, written, said) => {
  const { path: home } = temporaryHome({ "gateway.pid": JSON.stringify(written) });
  expect(await commandCall(timed(stop), { home })).toEqual({ code: 1, out: "", err: containing(said) });
});
