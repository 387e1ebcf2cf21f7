import { expect, test } from "vitest";
import { doormanWorld, fromAnn, inGroup } from "../../../../tests/support/doorman-world.ts";

const media = (name: string) => [{ kind: "image", path: `/tmp/${name}`, mime: "image/png", name }];
const ofAnn = "agent:default:irc:dm:ann";

test("[SF-G2] the same update twice is one message; three fragments within half a second are one", async () => {
  const { doorman, clock, hear, heard, arrivals, ledger } = doormanWorld();
  await hear(fromAnn, fromAnn);
  await hear(fromAnn);
  expect(heard()).toEqual([[ofAnn, "hello"]]);

  for (const [messageId, text] of [
    ["2", "one"],
    ["3", "two"],
    ["4", "three"],
  ]) {
    doorman.come("irc", { ...fromAnn, messageId, text });
    await clock.advance(200);
  }
  await clock.runUntil(doorman.settled());
  expect(heard().slice(1)).toEqual([[ofAnn, "one\ntwo\nthree"]]);
  expect(arrivals.at(-1)).toMatchObject({ rows: [2, 3, 4], message: { messageId: "4" }, person: { userId: "ann" } });
  expect(ledger.inbox.open()).toHaveLength(4);
});

test("[SF-G3] two people in one group have a conversation each, in a thread they share one", async () => {
  const { hear, heard } = doormanWorld();
  const bob = { userId: "bob", userName: "Bob" };
  await hear({ ...inGroup, text: "a" }, { ...inGroup, ...bob, messageId: "2", text: "b" });
  const inThread = { ...inGroup, chatType: "thread", threadId: "7" };
  await hear({ ...inThread, messageId: "3", text: "c" }, { ...inThread, ...bob, messageId: "4", text: "d" });
  expect(heard()).toEqual([
    ["agent:default:irc:group:#tea:ann", "a"],
    ["agent:default:irc:group:#tea:bob", "b"],
    ["agent:default:irc:thread:#tea:7", "c"],
    ["agent:default:irc:thread:#tea:7", "d"],
  ]);
});

test("nothing arrives before its sender was quiet for 0.6 s, an album for 0.8 s", async () => {
  const { doorman, clock, heard } = doormanWorld();
  doorman.come("irc", fromAnn);
  await clock.advance(599);
  expect(heard()).toEqual([]);
  await clock.advance(1);
  expect(heard()).toEqual([[ofAnn, "hello"]]);

  doorman.come("irc", { ...fromAnn, messageId: "2", mediaGroup: "g" });
  await clock.advance(799);
  expect(heard()).toHaveLength(1);
  await clock.advance(1);
  expect(heard()).toHaveLength(2);
});

test("an album is one message with all its files", async () => {
  const { hear, arrivals } = doormanWorld();
  await hear(
    { ...fromAnn, text: "look", mediaGroup: "g", media: media("a") },
    { ...fromAnn, text: "", messageId: "2", mediaGroup: "g", media: media("b") },
  );
  expect(arrivals.map(({ message }) => [message.text, message.media.map(({ name }) => name)])).toEqual([
    ["look", ["a", "b"]],
  ]);
});

test("somebody who never pauses is heard after ten seconds", async () => {
  const { doorman, clock, arrivals } = doormanWorld();
  for (let said = 1; said <= 25; said++) {
    doorman.come("irc", { ...fromAnn, messageId: said });
    await clock.advance(500);
  }
  expect(arrivals).toHaveLength(1);
  expect(arrivals[0]?.rows).toHaveLength(20);
});

test("a command comes at once, alone, and after what was said before it", async () => {
  const { doorman, clock, heard } = doormanWorld();
  doorman.come("irc", fromAnn);
  doorman.come("irc", { ...fromAnn, messageId: "2", text: "/stop" });
  await clock.advance(0);
  expect(heard()).toEqual([
    [ofAnn, "hello"],
    [ofAnn, "/stop"],
  ]);
  doorman.come("irc", { ...fromAnn, messageId: "3", text: "go on" });
  await clock.runUntil(doorman.settled());
  expect(heard().slice(2)).toEqual([[ofAnn, "go on"]]);
});

test("order is kept where several speak in one conversation and a plugin is slow with the first", async () => {
  const slow = Promise.withResolvers<void>();
  const { doorman, clock, heard } = doormanWorld({
    settings: { userSessions: { inGroups: false, inThreads: false } },
    hook: async (message) => {
      if (message.messageId === "1") await slow.promise;
      return { kind: "dispatch", message };
    },
  });
  doorman.come("irc", { ...inGroup, text: "first" });
  doorman.come("irc", { ...inGroup, userId: "bob", messageId: "2", text: "second" });
  doorman.come("irc", { ...inGroup, messageId: "3", text: "third" });
  await clock.advance(2_000);
  expect(heard()).toEqual([]);
  slow.resolve();
  await clock.runUntil(doorman.settled());
  expect(heard().map(([, text]) => text)).toEqual(["first", "second", "third"]);
});

test("plugins may keep a message back, or say it in other words for whoever said it", async () => {
  const kept = doormanWorld({ hook: async () => ({ kind: "skip", by: "Plugin quiet" }) });
  await kept.hear(fromAnn);
  expect([kept.heard(), kept.states(), kept.reasons()]).toEqual([[], ["dropped"], ["Plugin quiet keeps it back"]]);
  const other = doormanWorld({
    hook: async (message) => ({ kind: "dispatch", message: { ...message, text: "in other words", userId: "root" } }),
  });
  await other.hear(fromAnn);
  expect(other.arrivals).toMatchObject([{ sessionKey: ofAnn, message: { text: "in other words" } }]);
  expect(other.arrivals[0]?.person.userId).toBe("ann");
});

test("what we said, what bots say and what is malformed is not even written down", async () => {
  const { hear, ledger, reasons, doorman } = doormanWorld();
  await hear({ ...fromAnn, isOwn: true }, { ...fromAnn, isBot: true }, { ...fromAnn, chatType: 3 });
  doorman.come("matrix", fromAnn);
  expect(ledger.rows()).toEqual([]);
  expect(reasons()).toEqual([
    "we said it",
    "a bot said it",
    'chatType: Invalid option: expected one of "dm"|"group"|"channel"|"thread"',
    "the platform is not served",
  ]);
});

test("bots are heard where the settings say so", async () => {
  const { hear, heard } = doormanWorld({ platform: { takesBots: true } });
  await hear({ ...fromAnn, isBot: true });
  expect(heard()).toHaveLength(1);
});

test("what is not for us is settled as dropped, and its words are in no log", async () => {
  const { hear, states, reasons, logged, arrivals } = doormanWorld();
  await hear({ ...inGroup, isMention: false, text: "a secret" });
  await hear({ ...fromAnn, messageId: "2", text: " " });
  await hear({ ...inGroup, messageId: "3", userId: "eve", text: "another secret" });
  expect([arrivals, states()]).toEqual([[], ["dropped", "dropped", "dropped"]]);
  expect(reasons()).toEqual(["it does not speak to us", "nothing was said", "the sender is not allowed"]);
  expect(JSON.stringify(logged)).not.toContain("secret");
});

test.each([
  ["the settings want no mention", { needsMention: false }],
  ["the chat is a free one", { freeChats: new Set(["#tea"]) }],
])("a group is heard without a mention where %s", async (_, platform) => {
  const { hear, heard } = doormanWorld({ platform });
  await hear({ ...inGroup, isMention: false });
  expect(heard()).toHaveLength(1);
});

test("a fragment with a mention takes the next one along", async () => {
  const { hear, heard } = doormanWorld();
  await hear({ ...inGroup, text: "bot: do this" }, { ...inGroup, messageId: "2", isMention: false, text: "and that" });
  expect(heard().map(([, text]) => text)).toEqual(["bot: do this\nand that"]);
});

test("a thread is followed once somebody who may has spoken to us there, others are not", async () => {
  const { hear, heard } = doormanWorld();
  const inThread = { ...inGroup, chatType: "thread", threadId: "7", isMention: false };
  await hear({ ...inThread, messageId: "1", text: "unheard" });
  await hear({ ...inThread, messageId: "2", isMention: true, userId: "eve", text: "a stranger" });
  await hear({ ...inThread, messageId: "3", text: "still unheard" });
  await hear({ ...inThread, messageId: "4", isMention: true, text: "you there" });
  await hear({ ...inThread, messageId: "5", userId: "bob", text: "followed" });
  await hear({ ...inThread, messageId: "6", threadId: "8", text: "elsewhere" });
  expect(heard().map(([, text]) => text)).toEqual(["you there", "followed"]);
});

test("a thread that has a conversation is still followed after a restart", async () => {
  const { hear, heard, ledger } = doormanWorld();
  const route = { sessionId: "s", lastActivityMs: 0, resumePendingMs: null, address: null };
  await ledger.routes.set("agent:default:irc:thread:#tea:7", route);
  await hear({ ...inGroup, threadId: "7", isMention: false });
  expect(heard()).toHaveLength(1);
});
