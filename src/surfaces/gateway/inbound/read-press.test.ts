import { expect, test } from "vitest";
import { readPress } from "./read-press.ts";

const press = { chatId: "c", userId: 5, messageId: 7, value: "x:0" };

test("ids become strings, a kind of chat that is none counts as a group", () => {
  const read = {
    chatId: "c",
    chatType: "group",
    threadId: null,
    userId: "5",
    userName: null,
    messageId: "7",
    value: "x:0",
  };
  expect(readPress(press)).toEqual(read);
  expect(readPress({ ...press, chatType: "DM" })).toEqual(read);
});

test.each([
  null,
  "x:0",
  {},
  { ...press, userId: "" },
  { ...press, userId: { toString: () => "ann" } },
  { ...press, value: 1 },
])("what is no press is none: %j", (raw) => expect(readPress(raw)).toBeNull());
