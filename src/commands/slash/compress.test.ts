import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

test("/compress says what came of it in the words of every surface, and undo takes the last one back", async () => {
  const context = await slashWorld();
  const asked: unknown[] = [];
  const session: SlashContext["session"] = {
    ...context.session,
    compress: async (options) => {
      asked.push(options);
      return { kind: "nothing" };
    },
    undoCompression: async () => ({ kind: "undone", sessionId: "s1" }),
  };
  expect(await runSlash("/compress deploy", { ...context, session })).toEqual({
    kind: "refused",
    text: "Nothing to compress yet: the conversation is short.",
  });
  expect(asked).toEqual([{ topic: "deploy", here: null, preview: false }]);
  expect(await runSlash("/compress undo", { ...context, session })).toEqual({
    kind: "said",
    text: "The last compression was undone; the conversation goes on in session s1",
  });
});

test.each([
  ["/compress", { topic: null, here: null, preview: false }],
  ["/compress here", { topic: null, here: 2, preview: false }],
  ["/compress here 5", { topic: null, here: 5, preview: false }],
  ["/compress here is the database", { topic: "here is the database", here: null, preview: false }],
  ["/compress --preview", { topic: null, here: null, preview: true }],
  ["/compress --preview here 3", { topic: null, here: 3, preview: true }],
  ["/compress deploy --preview", { topic: "deploy", here: null, preview: true }],
])("%s asks for what it says", async (line, wish) => {
  const context = await slashWorld();
  const asked: unknown[] = [];
  const compress: SlashContext["session"]["compress"] = async (options) => {
    asked.push(options);
    return { kind: "nothing" };
  };
  await runSlash(line, { ...context, session: { ...context.session, compress } });
  expect(asked).toEqual([wish]);
});

test.each(["/compress here 0", "/compress here -3", "/compress here 99999999999999999999"])(
  "%s is refused in one line",
  async (line) => {
    const context = await slashWorld();
    const asked: unknown[] = [];
    const compress: SlashContext["session"]["compress"] = async (options) => {
      asked.push(options);
      return { kind: "nothing" };
    };
    expect(await runSlash(line, { ...context, session: { ...context.session, compress } })).toEqual({
      kind: "refused",
      text: "here takes a positive number of exchanges: /compress here 3",
    });
    expect(asked).toEqual([]);
  },
);
