import fc from "fast-check";
import { expect, test } from "vitest";
import { isShared, kindOf, sessionKey } from "./session-key.ts";

const rules = { profile: "default", userSessions: { inGroups: true, inThreads: false } };
const place = {
  platform: "irc",
  chatType: "group",
  scopeId: null,
  chatId: "#tea",
  threadId: null,
  userId: "ann",
} as const;

test.each([
  ["a private chat is its chat", { ...place, chatType: "dm", chatId: "ann" }, "agent:default:irc:dm:ann"],
  ["with its topic", { ...place, chatType: "dm", chatId: "ann", threadId: "7" }, "agent:default:irc:dm:ann:7"],
  ["in a group each has their own", place, "agent:default:irc:group:#tea:ann"],
  ["a thread is shared", { ...place, chatType: "thread", threadId: "7" }, "agent:default:irc:thread:#tea:7"],
  ["a topic of a group is one", { ...place, threadId: "7" }, "agent:default:irc:thread:#tea:7"],
  ["a workspace stands in front", { ...place, scopeId: "w" }, "agent:default:irc:group:w:#tea:ann"],
  ["colons and percents are written otherwise", { ...place, userId: "a:%" }, "agent:default:irc:group:#tea:a%3A%25"],
] as const)("%s", (_, given, key) => {
  expect(sessionKey(given, rules)).toBe(key);
});

test("the settings share groups and divide threads", () => {
  const otherwise = { profile: "work", userSessions: { inGroups: false, inThreads: true } };
  expect(sessionKey(place, otherwise)).toBe("agent:work:irc:group:#tea");
  expect(sessionKey({ ...place, threadId: "7" }, otherwise)).toBe("agent:work:irc:thread:#tea:7:ann");
});

const id = fc.string({ unit: fc.constantFrom("a", ":", "%", "%3A", "%25"), minLength: 1, maxLength: 2 });
const anyPlace = fc.record({
  platform: fc.constantFrom("a", "b"),
  chatType: fc.constantFrom("dm", "group", "channel", "thread"),
  scopeId: fc.option(id),
  chatId: id,
  threadId: fc.option(id),
  userId: id,
});
const anyRules = fc.record({
  profile: fc.constantFrom("a", "b"),
  userSessions: fc.record({ inGroups: fc.boolean(), inThreads: fc.boolean() }),
});

test("no two places share a key, whatever their ids are made of", () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(anyPlace, anyRules, (given, rulesThere) => {
      const isOnes = given.chatType !== "dm" && !isShared(given, rulesThere);
      const { platform, scopeId, chatId, threadId, userId } = given;
      const who = isOnes ? userId : null;
      const identity = JSON.stringify([rulesThere.profile, platform, kindOf(given), scopeId, chatId, threadId, who]);
      const key = sessionKey(given, rulesThere);
      expect(seen.get(key) ?? identity).toBe(identity);
      seen.set(key, identity);
    }),
    { numRuns: 4_000 },
  );
});
