import { join } from "node:path";
import { expect, test } from "vitest";
import { fakePlatform, type FakePlatform, throws } from "../../../tests/support/fake-platform.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { type Play, playedSession } from "../../../tests/support/played-session.ts";
import { inbound, silentShell, slashPlayed, talkSettings } from "../../../tests/support/talk-world.ts";
import { newSession, temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { noLog } from "../../domain/log.ts";
import { type GatewayStop, type GatewayWorld, runGateway } from "./run-gateway.ts";

const nowhere = { userHome: "/nowhere", hermesHome: "/nowhere/.hermes", roots: [], safeRoots: [] };
const key = "agent:default:irc:dm:c1";

type House = {
  readonly path?: string;
  readonly clock?: FakeClock;
  readonly play?: Play;
  readonly platform?: FakePlatform;
};

let pids = 1_000; // each is a process of its own; those before it are dead

/** A gateway over one platform, a real ledger and played sessions. */
async function house({ clock = new FakeClock(), play = async ({ text }) => `re ${text}`, ...given }: House = {}) {
  const { platform = fakePlatform({ maxLength: 2_000 }, { name: "irc" }) } = given;
  const path = given.path ?? join(temporaryHome(), "hermes.db");
  const process = { pid: (pids += 1), startTime: "1", host: "here" };
  const store = await temporaryStore({ clock, path, process, isAlive: (pid) => pid === process.pid });
  const ledger = await store.gateway();
  const [asked, hurry] = [Promise.withResolvers<GatewayStop>(), new AbortController()];
  const [told, asks]: [string[], string[]] = [[], []];
  const watched: Play = (stage) => {
    asks.push(stage.text);
    return play(stage);
  };
  const world: GatewayWorld = {
    ledger,
    settings: talkSettings(),
    clock,
    rng: fakeRng(),
    log: noLog,
    store,
    registered: [platform],
    hooks: { beforeDispatch: async (message) => ({ kind: "dispatch", message }), heard: () => undefined },
    couldBring: () => null,
    lockAccount: async () => ({ kind: "locked", release: () => undefined }),
    tell: (line) => void told.push(line),
    open: async ({ sessionId }) => {
      const id = sessionId ?? "s1";
      if (store.sessions.get(id) === null) await store.sessions.create(newSession(id));
      const session = playedSession({ clock, sessionId: id, play: watched });
      return { kind: "opened", session, shell: silentShell, world: slashPlayed };
    },
    questionOf: ({ text }) => ({ content: text }),
    redact: (text) => text,
    media: { folders: [], paths: nowhere },
    ready: () => void told.push("ready"),
    asked: asked.promise,
    hurry: hurry.signal,
  };
  return { world, clock, path, ledger, platform, told, asks, ask: asked.resolve, hurry };
}

const chat = { chatId: "c1", threadId: null };
const from = (text: string) => inbound(text, { chatId: "c1", userId: "u1" });

test("what was left behind comes first: answers, then turns that were cut off, then messages nobody began on", async () => {
  const before = await house();
  await before.ledger.outbox.add({ sessionKey: key, platform: "irc", chat, text: "unsent", replyTo: null });
  const claimed = await before.ledger.inbox.accept(from("begun"), key);
  await before.ledger.inbox.claim(claimed === null ? [] : [claimed]);
  await before.ledger.inbox.accept(from("waiting"), key);
  const { world, clock, ledger, platform, ask } = await house(before);
  const end = runGateway(world);
  await clock.advance(0);
  platform.hears("new");
  await clock.advance(5_000);
  expect(platform.shown()).toEqual(["unsent", "re begun", "re waiting", "re new"]);
  expect(ledger.inbox.open()).toEqual([]);
  ask("stop");
  expect(await clock.runUntil(end)).toEqual({ kind: "ended", by: "stop" });
});

test("nobody is let through before what was left behind is on its way", async () => {
  const platform = fakePlatform({}, { name: "irc" });
  const { world, clock, ledger, told, asks, ask } = await house({ platform });
  const sent = Promise.withResolvers<unknown>();
  platform.script("send", () => sent.promise);
  await ledger.outbox.add({
    sessionKey: key,
    platform: "irc",
    chat: { chatId: "c9", threadId: null },
    text: "slow",
    replyTo: null,
  });
  const end = runGateway(world);
  await clock.advance(0);
  platform.hears("hello");
  await clock.advance(5_000);
  expect([asks, told]).toEqual([[], ["irc: connected"]]);
  sent.resolve({ ok: true, messageId: "x" });
  await clock.advance(0);
  expect([asks, told]).toEqual([["hello"], ["irc: connected", "ready"]]);
  ask("stop");
  await clock.runUntil(end);
});

test("a turn may end while the gateway does; what is said meanwhile waits for the next start", async () => {
  const gate = Promise.withResolvers<string>();
  const { world, clock, platform, ledger, ask } = await house({
    play: ({ text }) => (text === "one" ? gate.promise : Promise.resolve("unexpected")),
  });
  const end = runGateway(world);
  await clock.advance(0);
  platform.hears("one");
  await clock.advance(1_000);
  ask("stop");
  await clock.advance(0);
  platform.hears("two");
  await clock.advance(2_000);
  gate.resolve("the answer");
  expect(await clock.runUntil(end)).toEqual({ kind: "ended", by: "stop" });
  expect(platform.shown()).toEqual([expect.stringContaining("about to restart"), "the answer"]);
  expect(ledger.inbox.open().map(({ message, state }) => [message.text, state])).toEqual([["two", "new"]]);
});

test.each([
  ["after its time", 25_000, false],
  ["at once, for who is asked twice", 0, true],
])("a turn that does not end is cut off %s and goes on after the restart", async (_, ms, hurries) => {
  const first = await house({ play: () => new Promise(() => undefined) });
  const end = runGateway(first.world);
  await first.clock.advance(0);
  first.platform.hears("long work");
  await first.clock.advance(1_000);
  first.ask("stop");
  await first.clock.advance(0);
  if (hurries) first.hurry.abort();
  await first.clock.advance(ms);
  expect(await end).toEqual({ kind: "ended", by: "stop" });
  expect(first.ledger.routes.get(key)?.resumePendingMs).not.toBeNull();
  await first.clock.advance(120_000);
  const next = await house({ path: first.path, clock: first.clock, platform: first.platform });
  const again = runGateway(next.world);
  await next.clock.advance(1_000);
  expect(next.asks).toHaveLength(1);
  expect(next.ledger.inbox.open()).toEqual([]);
  next.ask("stop");
  await next.clock.runUntil(again);
});

test("/restart ends it so that it is started again, and the next one says so in the chat", async () => {
  const first = await house();
  const end = runGateway(first.world);
  await first.clock.advance(0);
  first.platform.hears("/restart");
  expect(await first.clock.runUntil(end)).toEqual({ kind: "ended", by: "restart" });
  const next = await house({ path: first.path, clock: first.clock, platform: first.platform });
  const again = runGateway(next.world);
  await next.clock.advance(0);
  expect(next.platform.shown()).toEqual(["I restart now and tell you when I am back.", "I am back."]);
  next.ask("stop");
  await next.clock.runUntil(again);
});

test("a gateway that was started three times in a minute goes on with nothing by itself", async () => {
  const first = await house({ play: () => new Promise(() => undefined) });
  const end = runGateway(first.world);
  await first.clock.advance(0);
  first.platform.hears("what kills it");
  await first.clock.advance(1_000);
  first.ask("stop");
  first.hurry.abort();
  await first.clock.runUntil(end);
  const asks: string[] = [];
  for (let start = 0; start < 2; start++) {
    const next = await house({
      path: first.path,
      clock: first.clock,
      platform: first.platform,
      play: () => new Promise(() => undefined),
    });
    const again = runGateway(next.world);
    await next.clock.advance(100);
    asks.push(`${next.asks.length}`);
    next.ask("stop");
    next.hurry.abort();
    await next.clock.runUntil(again);
  }
  expect(asks).toEqual(["1", "0"]);
  expect(first.platform.shown().at(-1)).toContain("A restart came before I could answer");
});

test("where nothing can be served it says why; a platform that is only away is waited for", async () => {
  const none = await house();
  const unbrought = { ...none.world, registered: [] };
  expect(await runGateway(unbrought)).toMatchObject({
    kind: "nothing-to-serve",
    lines: [expect.stringMatching(/irc/), expect.stringMatching(/None of/)],
  });
  const platform = fakePlatform({}, { name: "irc" });
  platform.script("connect", throws("no route"), throws("no route"));
  const away = await house({ platform });
  const end = runGateway(away.world);
  await away.clock.advance(60_000);
  expect(away.told).toEqual([expect.stringContaining("no connection (no route)"), "ready", "irc: connected"]);
  away.ask("stop");
  expect(await away.clock.runUntil(end)).toEqual({ kind: "ended", by: "stop" });
});

test("once every platform is given up nothing can come any more, so it ends and says so", async () => {
  const { world, clock, platform, told } = await house();
  const end = runGateway(world);
  await clock.advance(0);
  platform.link().lost({ message: "the token was withdrawn", retryable: false });
  expect(await clock.runUntil(end)).toEqual({
    kind: "nothing-to-serve",
    lines: ["Every platform is given up, so nothing can come in any more: change the settings and start again"],
  });
  expect(told).toEqual(["irc: connected", "ready", "irc: given up (the token was withdrawn)"]);
});

test("an answer that waited for the connection goes out as soon as it is back", async () => {
  const { world, clock, platform, ask } = await house();
  const end = runGateway(world);
  await clock.advance(0);
  platform.hears("hello");
  await clock.advance(590);
  platform.link().lost({ message: "gone for a while", retryable: true });
  await clock.advance(100);
  expect(platform.shown()).toEqual([]);
  await clock.advance(7_000);
  expect(platform.shown()).toEqual(["re hello"]);
  ask("stop");
  await clock.runUntil(end);
});
