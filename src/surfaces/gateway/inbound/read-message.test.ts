import fc from "fast-check";
import { expect, test } from "vitest";
import { fromAnn } from "../../../../tests/support/doorman-world.ts";
import { readMessage } from "./read-message.ts";

const odd = fc.constantFrom("a", "7", " ", ":", "\0", "\n", "\u009f", "\u202e", "\ud800", "\udc00", "😀");
const read = (raw: unknown) => readMessage("irc", raw, 5);

test("everything a platform leaves out is said", () => {
  expect(read({ chatId: "c", chatType: "dm", messageId: "1", userId: "u", text: "hi" })).toEqual({
    kind: "message",
    message: {
      platform: "irc",
      receivedAtMs: 5,
      chatId: "c",
      chatType: "dm",
      messageId: "1",
      userId: "u",
      text: "hi",
      threadId: null,
      scopeId: null,
      userName: null,
      chatName: null,
      chatTopic: null,
      isBot: false,
      isOwn: false,
      isMention: false,
      media: [],
      mediaGroup: null,
      replyTo: null,
    },
  });
});

test("ids that are numbers become strings, and a private chat without one is its person's", () => {
  const raw = { ...fromAnn, chatId: "", messageId: 12, userId: 7n, threadId: "", replyTo: { messageId: 3, text: "x" } };
  expect(read(raw)).toMatchObject({
    kind: "message",
    message: { chatId: "7", messageId: "12", userId: "7", threadId: null, replyTo: { messageId: "3", author: null } },
  });
});

test("text is cleaned of what nobody typed and of halves of characters", () => {
  expect(read({ ...fromAnn, text: "a\0b\u0007\r\nc\td\ud800 👩‍🚀", userName: "A\u001bnn" })).toMatchObject({
    message: { text: "ab\nc\td\ufffd 👩‍🚀", userName: "Ann" },
  });
});

test("what is far beyond all measure is not even looked through", () => {
  expect(
    read({ ...fromAnn, text: `${"\0".repeat(500_000)}end`, userName: `${"\0".repeat(500_000)}end` }),
  ).toMatchObject({
    message: { text: "\n[the rest of this message was too long and is left out]", userName: "" },
  });
});

test("a text beyond all measure is cut, and says so", () => {
  const cut = read({ ...fromAnn, text: "😀".repeat(100_001) });
  expect(cut).toMatchObject({ kind: "message" });
  if (cut.kind !== "message") return;
  expect(cut.message.text).toBe(`${"😀".repeat(100_000)}\n[the rest of this message was too long and is left out]`);
});

test.each([
  [{ ...fromAnn, userId: "ann\0" }, "userId: control or broken characters"],
  [{ ...fromAnn, userId: "ann\ud800" }, "userId: control or broken characters"],
  [{ ...fromAnn, userId: 1e300 }, "userId: Too big: expected int to be <=9007199254740991"],
  [{ ...fromAnn, userId: "" }, "userId: Too small: expected string to have >=1 characters"],
  [{ ...fromAnn, messageId: undefined }, "messageId: not an id (text or a whole number)"],
  [{ ...fromAnn, chatType: "party" }, 'chatType: Invalid option: expected one of "dm"|"group"|"channel"|"thread"'],
  [{ ...fromAnn, chatType: "group", chatId: null }, "chatId: missing"],
  [{ ...fromAnn, text: 5 }, "text: Invalid input: expected string, received number"],
  [
    { ...fromAnn, media: [{ kind: "image", path: "", mime: "", name: "" }] },
    "media.0.path: Too small: expected string to have >=1 characters",
  ],
  [null, "message: Invalid input: expected object, received null"],
  ["secret words", "message: Invalid input: expected object, received string"],
])("what does not fit is named, never repeated (%#)", (raw, problem) => {
  expect(read(raw)).toEqual({ kind: "malformed", problem });
});

test("a message that throws when looked at is malformed too", () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error("secret");
      },
    },
  );
  expect(read(trap)).toEqual({ kind: "malformed", problem: "message: reading it failed" });
});

test("whatever comes, an id is given unchanged or the message is refused", () => {
  fc.assert(
    fc.property(fc.anything({ maxDepth: 1 }), fc.string({ unit: odd }), (anything, userId) => {
      expect(["message", "malformed"]).toContain(read(anything).kind);
      const given = read({ ...fromAnn, userId });
      expect(given.kind === "malformed" || given.message.userId === userId).toBe(true);
    }),
  );
});
