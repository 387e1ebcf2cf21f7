import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../../tests/support/fake-rng.ts";
import { noLog } from "../../../domain/log.ts";
import type { Platform } from "../../../domain/platform.ts";
import type { PlatformSettings } from "../gateway-settings.ts";
import { servePlatforms, type ServeParts } from "./serve-platforms.ts";

function settingsOf(name: string): PlatformSettings {
  return {
    name,
    extra: { of: name },
    allowed: { everybody: false, users: new Set() },
    allowedChats: new Set(),
    stranger: "pair",
    takesBots: false,
    needsMention: true,
    freeChats: new Set(),
    admins: null,
    groupAdmins: null,
    userCommands: new Set(),
    display: { streaming: false, toolProgress: "off", reasoning: false },
    reset: { idleMs: null, atHour: null, processMaxAgeMs: 0 },
    chats: new Map(),
  };
}

function platformOf(name: string, more: Partial<Platform> = {}): Platform {
  return {
    name,
    capabilities: { maxLength: 10 },
    connect: async () => undefined,
    disconnect: () => undefined,
    send: async () => ({ ok: true, messageId: null }),
    ...more,
  };
}

function bench(configured: readonly string[], registered: readonly Platform[], more: Partial<ServeParts> = {}) {
  const clock = new FakeClock(0);
  const lines: string[] = [];
  const serving = servePlatforms({
    configured: new Map(configured.map((name) => [name, settingsOf(name)])),
    registered,
    couldBring: () => null,
    lockAccount: async () => ({ kind: "locked", release: () => undefined }),
    ear: { message: () => undefined, press: () => undefined, event: () => undefined },
    clock,
    rng: { ...fakeRng(), between: (low) => low },
    log: noLog,
    tell: (line) => void lines.push(line),
    signal: new AbortController().signal,
    ...more,
  });
  return { clock, lines, serving };
}

async function served({ serving }: ReturnType<typeof bench>) {
  const end = await serving;
  if (end.kind === "none") throw new Error(end.lines.join("; "));
  return end.served;
}

const hangs = (): Promise<never> => new Promise(() => undefined);
const refuses = async (): Promise<never> => {
  throw new Error("refused");
};

const couldBring = (name: string): string | null => (name === "owl" ? "birds" : null);

test("nothing configured, and nothing registered of what is, are nothing to serve, with the reason", async () => {
  expect(await bench([], [platformOf("owl")]).serving).toEqual({
    kind: "none",
    lines: [
      "No chat platform is configured: enable one under gateway.platforms, with a plugin that brings it (see docs/plugins.md)",
    ],
  });
  expect(await bench(["owl", "crow"], [platformOf("raven")], { couldBring }).serving).toEqual({
    kind: "none",
    lines: [
      "gateway.platforms.owl is enabled, but the plugin that brings it is not: `hermes plugins enable birds`",
      "gateway.platforms.crow is enabled, but no enabled plugin brings this platform: install one with `hermes plugins install <package, git address or folder>` and enable it",
      "None of the configured platforms can be served",
    ],
  });
});

test("what is registered and not configured is left alone; what is configured and missing is a warning", async () => {
  const asked: unknown[] = [];
  const connect: Platform["connect"] = async ({ settings }) => void asked.push(settings);
  const at = bench(["owl", "crow"], [platformOf("owl", { connect }), platformOf("raven", { connect })]);
  const { platforms, tried, close } = await served(at);
  await tried;
  expect([[...platforms.keys()], asked]).toEqual([["owl"], [{ of: "owl" }]]);
  expect(at.lines[0]).toMatch(/^gateway\.platforms\.crow is enabled, but no enabled plugin brings/);
  await close();
});

test("a platform that hangs and one that fails keep nobody else from being served", async () => {
  const slow = platformOf("slow", { connect: hangs });
  const at = bench(["slow", "bad", "good"], [slow, platformOf("bad", { connect: refuses }), platformOf("good")]);
  const { status, tried, close } = await served(at);
  await at.clock.advance(0);
  expect(status()).toEqual([
    { name: "slow", label: "slow", state: { kind: "connecting" } },
    { name: "bad", label: "bad", state: { kind: "waiting", untilMs: 5_000, reason: "refused" } },
    { name: "good", label: "good", state: { kind: "connected", sinceMs: 0 } },
  ]);
  await at.clock.runUntil(tried);
  expect(at.clock.now()).toBe(30_000);
  await at.clock.runUntil(close());
  expect(status().map(({ state }) => state.kind)).toEqual(["closed", "closed", "closed"]);
});

test("when all of them fail they are tried again and again", async () => {
  let attempts = 0;
  const connect = async (): Promise<void> => {
    attempts += 1;
    if (attempts < 30) throw new Error("refused");
  };
  const at = bench(["owl"], [platformOf("owl", { connect })]);
  const { status } = await served(at);
  await at.clock.advance(3_600_000);
  expect([attempts, status()[0]?.state.kind]).toEqual([30, "connected"]);
});

test("an account is locked for as long as its platform is served", async () => {
  const acts: string[] = [];
  const owl = platformOf("owl", { account: "token-1", disconnect: () => void acts.push("disconnect") });
  const noted: ServeParts["lockAccount"] = async (name, account) => {
    acts.push(`lock ${name} ${account}`);
    return { kind: "locked", release: () => void acts.push("release") };
  };
  const { close, tried } = await served(bench(["owl", "crow"], [owl, platformOf("crow")], { lockAccount: noted }));
  await tried;
  await close();
  expect(acts).toEqual(["lock owl token-1", "disconnect", "release"]);
});

const lockAccount: ServeParts["lockAccount"] = async (name) => {
  if (name === "crow") throw new Error("disk full");
  return { kind: "taken", holder: "profile work (pid 7)" };
};

test("an account that is in use, or of which nobody knows, is not connected to", async () => {
  let connected = 0;
  const connect = async (): Promise<void> => void (connected += 1);
  const birds = ["owl", "crow"].map((name) => platformOf(name, { connect, account: name, label: `The ${name}` }));
  expect(await bench(["owl", "crow"], birds, { lockAccount }).serving).toEqual({
    kind: "none",
    lines: [
      "The owl: its account is in use by profile work (pid 7), so it is not served",
      "The crow: whether its account is in use elsewhere could not be found out (disk full), so it is not served",
      "None of the configured platforms can be served",
    ],
  });
  expect(connected).toBe(0);
});
