import { expect, test } from "vitest";
import { gatewaySettings } from "../../../../tests/support/doorman-world.ts";
import type { PlatformSettings } from "../gateway-settings.ts";
import { authorise, type AuthorityRules, personOf } from "./authorise.ts";

const nobody = { everybody: false, users: new Set<string>() };
const everybody = { everybody: true, users: new Set<string>() };
const only = (user: string) => ({ everybody: false, users: new Set([user]) });

const platform = (over: Partial<PlatformSettings> = {}): PlatformSettings => {
  const irc = gatewaySettings({ platform: { allowed: nobody, ...over } }).platforms.get("irc");
  if (irc === undefined) throw new Error("irc is missing");
  return irc;
};
const rules = (over: Partial<AuthorityRules> = {}): AuthorityRules => ({
  platform: platform(),
  everywhere: nobody,
  isPaired: () => false,
  ...over,
});
const ann = { chatType: "dm", chatId: "ann", userId: "ann" } as const;

test("who nothing speaks for may not speak", () => {
  expect(authorise(ann, rules())).toEqual({ allowed: false, why: "sender" });
});

test("the reasons are looked at in their order, the first is given", () => {
  const all = { platform: platform({ allowed: { ...only("ann"), everybody: true } }), isPaired: () => true };
  const everywhere = { ...only("ann"), everybody: true };
  const by = (over: Partial<AuthorityRules>) => authorise(ann, rules({ ...all, everywhere, ...over }));
  expect(by({})).toEqual({ allowed: true, by: "platform-everybody" });
  const listed = { platform: platform({ allowed: only("ann") }) };
  expect(by(listed)).toEqual({ allowed: true, by: "pairing" });
  const unpaired = { isPaired: () => false };
  expect(by({ ...listed, ...unpaired })).toEqual({ allowed: true, by: "platform-list" });
  const unlisted = { ...unpaired, platform: platform() };
  expect(by(unlisted)).toEqual({ allowed: true, by: "global-list" });
  expect(by({ ...unlisted, everywhere: everybody })).toEqual({ allowed: true, by: "global-everybody" });
});

test("in groups the chat must be allowed and the sender too", () => {
  const there = platform({ allowed: only("ann"), allowedChats: new Set(["#tea"]) });
  const inChat = (chatId: string, userId: string) =>
    authorise({ chatType: "group", chatId, userId }, rules({ platform: there }));
  expect(inChat("#tea", "ann").allowed).toBe(true);
  expect(inChat("#tea", "eve")).toEqual({ allowed: false, why: "sender" });
  expect(inChat("#coffee", "ann")).toEqual({ allowed: false, why: "chat" });
  expect(authorise(ann, rules({ platform: there })).allowed).toBe(true);
});

test("where no admins are named, whoever may speak is one", () => {
  const person = personOf(ann, platform());
  expect([person.isAdmin, person.mayUse("restart")]).toEqual([true, true]);
});

test("who is no admin has what everybody has and what the settings give", () => {
  const named = platform({
    admins: new Set(["bob"]),
    groupAdmins: new Set(["ann"]),
    userCommands: new Set(["status"]),
  });
  const inPrivate = personOf(ann, named);
  expect(inPrivate.isAdmin).toBe(false);
  expect(["help", "whoami", "stop", "status", "new", "approve"].filter(inPrivate.mayUse)).toEqual([
    "help",
    "whoami",
    "stop",
    "status",
  ]);
  expect(personOf({ ...ann, chatType: "group" }, named).isAdmin).toBe(true);
});
