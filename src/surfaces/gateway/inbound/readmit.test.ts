import { expect, test } from "vitest";
import { doormanWorld, fromAnn } from "../../../../tests/support/doorman-world.ts";
import { memoryLedger } from "../../../../tests/support/memory-ledger.ts";

test("once it is to end, messages are written down and nobody comes in", async () => {
  const { doorman, clock, stop, heard, states } = doormanWorld();
  doorman.come("irc", fromAnn);
  await clock.advance(100);
  stop();
  doorman.come("irc", { ...fromAnn, messageId: "2" });
  doorman.come("irc", { ...fromAnn, messageId: "3", text: "/stop" });
  await clock.runUntil(doorman.settled());
  await clock.advance(10_000);
  expect([heard(), states()]).toEqual([[], [null, null, null]]);
});

test("what was written down comes in after a restart, in order, minutes apart in two", async () => {
  const before = doormanWorld();
  before.doorman.come("irc", { ...fromAnn, text: "one" });
  before.doorman.come("irc", { ...fromAnn, messageId: "2", text: "two" });
  await before.clock.advance(100);
  before.stop();
  await before.clock.advance(120_000);
  before.doorman.come("irc", { ...fromAnn, messageId: "3", text: "three" });
  await before.doorman.settled();

  const after = doormanWorld({ ledger: before.ledger });
  for (const stored of before.ledger.inbox.open()) after.doorman.readmit(stored);
  after.doorman.come("irc", { ...fromAnn, messageId: "2", text: "two" });
  await after.clock.runUntil(after.doorman.settled());
  expect(after.arrivals.map(({ message, rows }) => [message.text, rows])).toEqual([
    ["one\ntwo", [1, 2]],
    ["three", [3]],
  ]);
});

test("a ledger that fails costs the message a line in the log, not the process", async () => {
  const ledger = memoryLedger();
  const broken = Object.assign(new Error("disk: hello"), { code: "ENOSPC" });
  const inbox = { ...ledger.inbox, accept: () => Promise.reject(broken) };
  const { hear, heard, logged } = doormanWorld({ ledger: { ...ledger, inbox } });
  await hear(fromAnn);
  expect(heard()).toEqual([]);
  expect(logged).toEqual([
    { event: "gateway.message_failed", fields: { sessionKey: "agent:default:irc:dm:ann", reason: "Error ENOSPC" } },
  ]);
});

const isApproved = (): boolean => {
  throw new Error("locked");
};

test("who is paired cannot be looked up: nobody comes in, and the message waits for the next start", async () => {
  const ledger = memoryLedger();
  const { hear, heard } = doormanWorld({ ledger: { ...ledger, pairing: { ...ledger.pairing, isApproved } } });
  await hear(fromAnn);
  expect(heard()).toEqual([]);
  expect(ledger.inbox.open()).toHaveLength(1);
});
