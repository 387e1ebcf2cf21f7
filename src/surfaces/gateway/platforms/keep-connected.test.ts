import fc from "fast-check";
import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../../tests/support/fake-rng.ts";
import type { Platform, PlatformLink, PlatformMessage } from "../../../domain/platform.ts";
import { keepConnected } from "./keep-connected.ts";

const message: PlatformMessage = { chatId: "c", chatType: "dm", messageId: "1", userId: "u", text: "hello" };
const hangs = (): Promise<never> => new Promise(() => undefined);
const refuses = async (): Promise<never> => {
  throw new Error("connection\nrefused");
};
const works = async (): Promise<void> => undefined;

type Connect = Platform["connect"];

/** Attempts end as scripted, the last one again and again. */
function bench(attempts: readonly Connect[], more: Partial<Pick<Platform, "disconnect">> = {}) {
  const clock = new FakeClock(0);
  const links: PlatformLink[] = [];
  const acts: string[] = [];
  const heard: unknown[] = [];
  const lines: string[] = [];
  const logged: string[] = [];
  const stop = new AbortController();
  const platform: Platform = {
    name: "pigeon",
    label: "Pigeon",
    capabilities: { maxLength: 10 },
    connect: (link, signal) => {
      acts.push(`connect at ${clock.now()}`);
      links.push(link);
      return (attempts[links.length - 1] ?? attempts.at(-1) ?? works)(link, signal);
    },
    disconnect: () => {
      acts.push("disconnect");
      return more.disconnect?.();
    },
    send: async () => ({ ok: true, messageId: null }),
  };
  const kept = keepConnected(platform, {
    settings: { loft: "north", list: [1] },
    ear: {
      message: (...given) => void heard.push(given),
      press: () => {
        throw new Error("the listener is broken");
      },
      event: (...given) => void heard.push(given),
    },
    clock,
    rng: { ...fakeRng(), between: (low) => low },
    log: (level, event) => void logged.push(`${level} ${event}`),
    tell: (line) => void lines.push(line),
    signal: stop.signal,
  });
  const link = (): PlatformLink => {
    const last = links.at(-1);
    if (last === undefined) throw new Error("nobody connected");
    return last;
  };
  return { clock, kept, acts, heard, lines, logged, links, link, stop, state: () => kept.status().state };
}

test("a platform that connects is connected, and what it says is heard under its name", async () => {
  const { clock, kept, heard, lines, link, state } = bench([works]);
  expect(state()).toEqual({ kind: "connecting" });
  await kept.tried;
  expect(kept.status()).toEqual({ name: "pigeon", label: "Pigeon", state: { kind: "connected", sinceMs: 0 } });
  expect(link().settings).toEqual({ loft: "north", list: [1] });
  link().message(message);
  link().event({ kind: "join" });
  expect(heard).toEqual([
    ["pigeon", message],
    ["pigeon", { kind: "join" }],
  ]);
  expect(lines).toEqual(["Pigeon: connected"]);
  expect(clock.nextDue).toBeNull(); // nothing is left running
});

test("failures are followed by longer and longer waits, up to a minute, and told once", async () => {
  const { clock, acts, lines, state } = bench([refuses, refuses, refuses, refuses, refuses, refuses, works]);
  await clock.advance(0);
  expect(state()).toEqual({ kind: "waiting", untilMs: 5_000, reason: "connection refused" });
  await clock.advance(600_000);
  expect(acts.filter((act) => act !== "disconnect")).toEqual([
    "connect at 0",
    "connect at 5000",
    "connect at 12500",
    "connect at 27500",
    "connect at 57500",
    "connect at 102500",
    "connect at 147500",
  ]);
  expect(lines).toEqual([
    "Pigeon: no connection (connection refused); trying again in 5 s, and from then on",
    "Pigeon: connected",
  ]);
});

test("waits stay between 5 and 60 seconds whatever chance says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 12 }), async (seed, rounds) => {
      const clock = new FakeClock(0);
      const platform: Platform = {
        name: "a",
        capabilities: { maxLength: 1 },
        connect: refuses,
        disconnect: () => undefined,
        send: async () => ({ ok: true, messageId: null }),
      };
      const ear = { message: () => undefined, press: () => undefined, event: () => undefined };
      const quiet = { settings: {}, ear, log: () => undefined, tell: () => undefined };
      const { signal } = new AbortController();
      const kept = keepConnected(platform, { ...quiet, clock, rng: fakeRng(seed), signal });
      await clock.advance(rounds * 60_000);
      await kept.close();
      expect(clock.sleeps.length).toBeGreaterThanOrEqual(rounds);
      for (const ms of clock.sleeps) expect(ms >= 5_000 && ms <= 60_000).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("an attempt has 30 seconds; then its signal ends it and the next one comes", async () => {
  const signals: AbortSignal[] = [];
  const { clock, state, acts } = bench([(_link, signal) => (signals.push(signal), hangs()), works]);
  await clock.advance(29_999);
  expect([state().kind, signals[0]?.aborted]).toEqual(["connecting", false]);
  await clock.advance(1);
  expect(state()).toEqual({ kind: "waiting", untilMs: 35_000, reason: "it did not connect within 30 s" });
  expect(signals[0]?.aborted).toBe(true);
  await clock.advance(5_000);
  expect(state().kind).toBe("connected");
  expect(acts).toEqual(["connect at 0", "disconnect", "connect at 35000"]);
});

test("a lost connection is made again, and what its old link still says is dropped", async () => {
  const { clock, kept, heard, link, links, acts, state, logged } = bench([works]);
  await kept.tried;
  const old = link();
  old.lost({ message: "reset by peer", retryable: true });
  await clock.advance(0);
  expect(state()).toEqual({ kind: "waiting", untilMs: 5_000, reason: "reset by peer" });
  old.message(message);
  old.event({ kind: "join" });
  old.lost({ message: "again", retryable: false });
  await clock.advance(5_000);
  expect([state().kind, links.length, heard]).toEqual(["connected", 2, []]);
  old.message(message);
  expect(heard).toEqual([]);
  expect(acts).toEqual(["connect at 0", "disconnect", "connect at 5000"]);
  expect(logged.filter((line) => line === "debug platform.late_call")).toHaveLength(4);
});

test("a connection that keeps breaking waits longer each time; one that lasted starts from the beginning", async () => {
  const { clock, kept, link, state } = bench([works]);
  await kept.tried;
  const waits: number[] = [];
  const breaks = async (): Promise<void> => {
    link().lost({ message: "gone", retryable: true });
    await clock.advance(0);
    const now = state();
    if (now.kind !== "waiting") throw new Error(now.kind);
    waits.push(now.untilMs - clock.now());
    await clock.advance(60_000 - 1);
  };
  await breaks();
  const lasted = clock.now();
  expect(state().kind).toBe("connected");
  link().lost({ message: "at once", retryable: true });
  await clock.advance(0);
  const second = state();
  expect(second).toMatchObject({ kind: "waiting", untilMs: lasted + 7_500 });
  await clock.advance(7_500 + 60_000);
  await breaks();
  expect(waits).toEqual([5_000, 5_000]);
});

test("a loss that is for good ends it with a line, also while it connects", async () => {
  const { clock, kept, lines, state, acts } = bench([
    (link) => {
      link.lost({ message: "the password is wrong", retryable: false });
      return hangs();
    },
  ]);
  await kept.tried;
  expect(state()).toEqual({ kind: "given-up", reason: "the password is wrong" });
  expect(lines).toEqual(["Pigeon: given up (the password is wrong)"]);
  await clock.advance(3_600_000);
  expect(acts).toEqual(["connect at 0", "disconnect"]);
  await kept.close();
});

test("closing disconnects, waits for a farewell and not for ever", async () => {
  const { clock, kept, acts, state, logged } = bench([works], { disconnect: hangs });
  await kept.tried;
  const closed = kept.close();
  await clock.runUntil(closed);
  expect([clock.now(), state(), acts]).toEqual([5_000, { kind: "closed" }, ["connect at 0", "disconnect"]]);
  expect(logged).toContain("warning platform.disconnect_failed");
});

test("closing ends an attempt that hangs, and a wait", async () => {
  const hanging = bench([hangs]);
  await hanging.kept.close();
  expect([hanging.state().kind, hanging.clock.nextDue]).toEqual(["closed", null]);
  const waiting = bench([refuses]);
  await waiting.clock.advance(0);
  waiting.stop.abort();
  await waiting.kept.close();
  expect([waiting.state().kind, waiting.clock.nextDue]).toEqual(["closed", null]);
});

const thrower = (): never => {
  throw new TypeError("not even a promise");
};

test("a platform that throws everywhere, at once, breaks nothing", async () => {
  const { clock, kept, state } = bench([thrower, works], { disconnect: thrower });
  await clock.advance(0);
  expect(state()).toEqual({ kind: "waiting", untilMs: 5_000, reason: "not even a promise" });
  await clock.advance(5_000);
  expect(state().kind).toBe("connected");
  await kept.close();
});

test("no call of the link throws at the plugin, whatever it is given and whoever listens", async () => {
  const { clock, kept, link, heard, logged, state } = bench([works]);
  await kept.tried;
  const nonsense: unknown[] = [undefined, null, 7, "x", []];
  for (const each of nonsense) Reflect.apply(link().event, null, [each]);
  expect(heard).toEqual([]);
  link().press({ chatId: "c", userId: "u", messageId: "1", value: "yes" });
  expect(logged).toContain("warning platform.link_failed");
  Reflect.apply(link().log, null, ["shout", "odd"]);
  expect(logged).toContain("info platform.pigeon.odd");
  Reflect.apply(link().lost, null, []);
  await clock.advance(0);
  expect(state()).toMatchObject({ kind: "waiting", reason: "it did not say why" });
});

test("why it does not connect is told without the token in it", async () => {
  const token = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1";
  const { clock, lines, kept } = bench([
    async () => {
      throw new Error(`GET https://api.telegram.org/bot${token}/getMe failed`);
    },
  ]);
  await clock.advance(0);
  expect(lines.join()).toContain("api.telegram.org");
  expect(JSON.stringify([lines, kept.status()])).not.toContain(token);
});
