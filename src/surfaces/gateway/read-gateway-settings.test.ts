import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { loadSettings } from "../../config/load.ts";
import { readGatewaySettings } from "./read-gateway-settings.ts";

async function read(yaml: string, env: Readonly<Record<string, string>> = {}) {
  const variable = (name: string): string | undefined => env[name];
  const home = temporaryHome({ "config.yaml": yaml });
  const loaded = await loadSettings({ home, variable, clock: new FakeClock() });
  if (loaded.kind === "refused") throw new Error(loaded.problems.join());
  const { settings, warnings } = readGatewaySettings(loaded.settings, variable, home.profile);
  return { settings, irc: settings.platforms.get("irc"), warnings, complaints: loaded.warnings };
}

const nobody = { everybody: false, users: new Set() };
const myChat = (keys: string): string => `gateway: {platforms: {my-chat: {enabled: true, ${keys}}}}`;
const irc = (keys: string): string => `gateway: {platforms: {irc: {enabled: true, ${keys}}}}`;

test("a platform with nothing but its name is as closed as can be", async () => {
  const { settings, warnings } = await read(irc(""));
  expect(settings).toEqual({
    profile: "default",
    busyMode: "interrupt",
    maxConcurrentTurns: 16,
    maxInboundMediaBytes: 134_217_728,
    keepsDeliveries: true,
    userSessions: { inGroups: true, inThreads: false },
    allowed: nobody,
    streaming: { editIntervalMs: 800, firstAfterChars: 24, cursor: " ▉" },
    limits: {
      inactivityMs: 1_800_000,
      stillWorkingMs: 900_000,
      clarifyMs: 3_600_000,
      drainMs: 1_800_000,
      continueFreshMs: 3_600_000,
      liveSessions: 128,
      idleSessionMs: 3_600_000,
    },
    confirms: true,
    platforms: new Map([
      [
        "irc",
        {
          name: "irc",
          extra: {},
          allowed: nobody,
          allowedChats: new Set(),
          stranger: "pair",
          takesBots: false,
          needsMention: true,
          freeChats: new Set(),
          admins: null,
          groupAdmins: null,
          userCommands: new Set(),
          display: { streaming: false, toolProgress: "new", reasoning: false },
          reset: { idleMs: null, atHour: null, processMaxAgeMs: 86_400_000 },
          chats: new Map(),
        },
      ],
    ]),
  });
  expect(warnings).toEqual([
    "Nobody may speak to irc but who is paired (hermes pairing): set gateway.platforms.irc.allowed_users or IRC_ALLOWED_USERS to allow others",
  ]);
});

test("all that the file can say of a platform is heard", async () => {
  const yaml = `
gateway:
  platforms:
    irc:
      enabled: true
      extra: {server: irc.example.org}
      allowed_users: [12345, "ann,bob"]
      allowed_chats: ["#tea"]
      require_mention: false
      free_response_chats: ["#free"]
      allow_bots: true
      allow_admin_from: ann
      user_allowed_commands: [/Status, usage]
      unauthorized_dm_behavior: ignore
      nick: hermes
      channel_overrides: {"#tea": {model: small, system_prompt: "Be brief."}}
    off: {enabled: false}
display: {platforms: {irc: {streaming: true, reasoning: on}}}
session_reset: {mode: idle, by_platform: {irc: {mode: both, idle_minutes: 5}}}`;
  const read1 = await read(yaml);
  expect([...read1.settings.platforms.keys()]).toEqual(["irc"]);
  expect([read1.warnings, read1.complaints]).toEqual([[], []]);
  expect(read1.irc).toEqual({
    name: "irc",
    extra: { server: "irc.example.org" },
    allowed: { everybody: false, users: new Set(["12345", "ann", "bob"]) },
    allowedChats: new Set(["#tea"]),
    stranger: "ignore",
    takesBots: true,
    needsMention: false,
    freeChats: new Set(["#free"]),
    admins: new Set(["ann"]),
    groupAdmins: new Set(["ann"]),
    userCommands: new Set(["status", "usage"]),
    display: { streaming: true, toolProgress: "new", reasoning: true },
    reset: { idleMs: 300_000, atHour: 4, processMaxAgeMs: 86_400_000 },
    chats: new Map([["#tea", { model: "small", provider: null, systemPrompt: "Be brief." }]]),
  });
});

test("the environment speaks where the file is silent", async () => {
  const env = {
    MY_CHAT_ALLOWED_USERS: " 1, ann ,,",
    MY_CHAT_ALLOW_ALL_USERS: "yes",
    GATEWAY_ALLOWED_USERS: "root",
    GATEWAY_ALLOW_ALL_USERS: "off",
  };
  const open = await read(myChat(""), env);
  expect(open.settings.platforms.get("my-chat")?.allowed).toEqual({ everybody: true, users: new Set(["1", "ann"]) });
  expect(open.settings.allowed).toEqual({ everybody: false, users: new Set(["root"]) });
  expect(open.warnings).toEqual(["Everybody who finds my-chat may speak to it and have commands run"]);

  const closed = await read(myChat("allowed_users: [], allow_all_users: false"), env);
  expect(closed.settings.platforms.get("my-chat")?.allowed).toEqual(nobody);
});

test("a star lets nobody in, nor does a flag that is neither yes nor no", async () => {
  const {
    irc: platform,
    settings,
    warnings,
  } = await read(irc("unauthorized_dm_behavior: ignore"), {
    IRC_ALLOWED_USERS: "*",
    IRC_ALLOW_ALL_USERS: "maybe",
  });
  expect([platform?.allowed, settings.allowed]).toEqual([nobody, nobody]);
  expect(warnings).toEqual([
    "IRC_ALLOWED_USERS: * is nobody's id and was left out; allow_all_users lets everybody in",
    "IRC_ALLOW_ALL_USERS must be true or false; it counts as false",
    "Nobody may speak to irc yet: set gateway.platforms.irc.allowed_users or IRC_ALLOWED_USERS",
  ]);
});

test("a star in the file is named by its key", async () => {
  const { irc: platform, warnings } = await read(irc('allowed_users: ["*", ann]'), { IRC_ALLOWED_USERS: "bob" });
  expect(platform?.allowed.users).toEqual(new Set(["ann"]));
  expect(warnings).toEqual([
    "gateway.platforms.irc.allowed_users: * is nobody's id and was left out; allow_all_users lets everybody in",
  ]);
});

test("an empty list of admins is nobody, and a name that no platform can have is left out", async () => {
  expect((await read(irc("group_allow_admin_from: []"))).irc).toMatchObject({
    admins: new Set(),
    groupAdmins: new Set(),
  });
  const { settings, warnings } = await read("gateway: {platforms: {My Chat: {enabled: true}}}");
  expect([settings.platforms.size, warnings]).toEqual([
    0,
    ["gateway.platforms: My Chat is no name of a platform (small letters, digits, - and _) and was left out"],
  ]);
});

test("the short form at the top level is the same", async () => {
  const { settings } = await read("telegram: {enabled: true, allowed_users: [5]}");
  expect(settings.platforms.get("telegram")?.allowed.users).toEqual(new Set(["5"]));
});
