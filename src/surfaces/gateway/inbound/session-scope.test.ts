import { expect, test } from "vitest";
import { inbound, talkSettings } from "../../../../tests/support/talk-world.ts";
import { scopeOf } from "./session-scope.ts";

const settings = talkSettings();

test("alike ids of two platforms, workspaces or kinds of chat are different chats", () => {
  const places = [
    inbound("", { chatId: "5", userId: "5" }),
    inbound("", { chatId: "5", userId: "5", platform: "other" }),
    inbound("", { chatId: "5", userId: "5", scopeId: "w" }),
    inbound("", { chatId: "w:5", userId: "5" }),
    inbound("", { chatId: "5", userId: "5", chatType: "group" }),
  ];
  expect(new Set(places.map((place) => scopeOf(place, settings).chatId)).size).toBe(places.length);
});

test("where several speak in one conversation it is nobody's own", () => {
  const thread = inbound("", { chatType: "group", threadId: "7" });
  expect(scopeOf(thread, settings)).toEqual({ userId: "", chatId: "irc:chat:room" });
  expect(scopeOf({ ...thread, threadId: null }, settings)).toEqual({ userId: "ann", chatId: "irc:chat:room" });
});
