import { expect, test } from "vitest";
import { doormanWorld, fromAnn, inGroup } from "../../../../tests/support/doorman-world.ts";

const fromEve = { ...fromAnn, chatId: "eve", userId: "eve", userName: "Eve" };

test("a stranger in private is told the code once, with the command to run, and is let in once approved", async () => {
  const { hear, lines, heard, states, ledger } = doormanWorld();
  await hear(fromEve);
  await hear({ ...fromEve, messageId: "2" });
  expect(lines).toEqual([
    "eve: I do not know you yet. Ask whoever runs me to type: hermes pairing approve irc CODE-eve (the code is good for an hour)",
  ]);
  expect([heard(), states()]).toEqual([[], ["dropped", "dropped"]]);

  await ledger.pairing.approve("irc", "CODE-eve");
  await hear({ ...fromEve, messageId: "3" });
  expect(heard()).toEqual([["agent:default:irc:dm:eve", "hello"]]);
});

test("the command names the profile it has to be run in", async () => {
  const { hear, lines } = doormanWorld({ settings: { profile: "work" } });
  await hear(fromEve);
  expect(lines[0]).toContain("hermes --profile work pairing approve irc CODE-eve");
});

test.each([
  ["the settings say ignore", { platform: { stranger: "ignore" } }, fromEve],
  ["it is a group", {}, { ...inGroup, userId: "eve" }],
  ["it is a bot", { platform: { takesBots: true } }, { ...fromEve, isBot: true }],
] as const)("a stranger gets no word where %s", async (_, options, message) => {
  const { hear, lines, ledger, states } = doormanWorld(options);
  await hear(message);
  expect([lines, ledger.pairing.list(), states()]).toEqual([[], [], ["dropped"]]);
});

test("a code that cannot be said costs a line in the log and nothing else", async () => {
  const { hear, states, logged } = doormanWorld({ say: () => Promise.reject(new TypeError("CODE-eve")) });
  await hear(fromEve);
  expect(states()).toEqual(["dropped"]);
  expect(logged[0]).toEqual({ event: "gateway.pairing_unsaid", fields: { platform: "irc", reason: "TypeError" } });
  expect(JSON.stringify(logged)).not.toContain("CODE");
});
