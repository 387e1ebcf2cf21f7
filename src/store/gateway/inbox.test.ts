import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { InboxId } from "../../domain/gateway-ledger.ts";
import { inbound, ledgerWorld } from "../../../tests/support/ledger-world.ts";

test("a message is taken once, comes back as it was, and the same id in another chat is another message", async () => {
  using world = ledgerWorld();
  const { inbox } = await world.open();
  const first = inbound({ text: "half a pair \uD83D and a nul \u0000" });
  const [id, again, elsewhere] = [
    await inbox.accept(first, "key"),
    await inbox.accept(inbound({ text: "other words" }), "key"),
    await inbox.accept(inbound({ chatId: "c2" }), "key"),
  ];
  expect(again).toBeNull();
  expect(inbox.open()).toEqual([
    { id, sessionKey: "key", state: "new", message: first },
    { id: elsewhere, sessionKey: "key", state: "new", message: inbound({ chatId: "c2" }) },
  ]);
});

test("what is claimed belongs to its process while that lives, and is found again when it is gone", async () => {
  using world = ledgerWorld();
  const [mine, other] = [await world.open(1), await world.open(2)];
  const id = (await mine.inbox.accept(inbound(), "key")) ?? 0;
  await mine.inbox.claim([id]);
  expect([mine.inbox.open(), other.inbox.open()]).toEqual([[], []]);
  world.kill(1);
  const found = [{ id, sessionKey: "key", state: "claimed", message: inbound() }];
  expect(other.inbox.open()).toEqual(found);
  await other.inbox.claim([id]);
  await mine.inbox.claim([id]); // too late: somebody alive has it
  expect([mine.inbox.open(), other.inbox.open()]).toEqual([[], []]);
});

test.each([
  ["the same process, which opened the home anew", {}],
  ["a process that got the same number", { startTime: "2" }],
  ["another host, such as a container made anew", { host: "there" }],
])("a claim of an earlier life is found by %s", async (_who, identity) => {
  using world = ledgerWorld();
  const before = await world.open(7);
  const id = (await before.inbox.accept(inbound(), "key")) ?? 0;
  await before.inbox.claim([id]);
  if (Object.keys(identity).length > 0) world.kill(7);
  const after = await world.open(7, identity);
  expect(after.inbox.open()).toMatchObject([{ id, state: "claimed" }]);
});

test("what is settled is open no more and keeps nothing that was said, but its id stays known until it is forgotten", async () => {
  using world = ledgerWorld();
  const { inbox } = await world.open();
  const old = (await inbox.accept(inbound({ messageId: "old", receivedAtMs: 1_000 }), "key")) ?? 0;
  const young = (await inbox.accept(inbound({ messageId: "young", receivedAtMs: 9_000 }), "key")) ?? 0;
  const waiting = await inbox.accept(inbound({ messageId: "waiting", receivedAtMs: 1_000 }), "key");
  await inbox.settle([old], "done");
  await inbox.settle([young], "dropped");
  expect(inbox.open().map(({ id }) => id)).toEqual([waiting]);
  using raw = new DatabaseSync(world.path);
  expect(raw.prepare("SELECT DISTINCT payload FROM inbox WHERE state <> 'new'").all()).toEqual([{ payload: "{}" }]);
  expect(await inbox.accept(inbound({ messageId: "old" }), "key")).toBeNull();
  await inbox.forget(5_000);
  expect(await inbox.accept(inbound({ messageId: "young" }), "key")).toBeNull();
  expect(await inbox.accept(inbound({ messageId: "waiting" }), "key")).toBeNull();
  expect(await inbox.accept(inbound({ messageId: "old" }), "key")).not.toBeNull();
});

test("a damaged row is logged and dropped, and those around it are given", async () => {
  using world = ledgerWorld();
  const { inbox } = await world.open();
  for (const messageId of ["a", "b", "c"]) await inbox.accept(inbound({ messageId }), "key");
  using raw = new DatabaseSync(world.path);
  raw.exec(`UPDATE inbox SET payload = '{"platform":' WHERE message_id = 'a';
    UPDATE inbox SET payload = json_set(payload, '$.text', 5) WHERE message_id = 'b'`);
  const ids = inbox.open().map(({ message }) => message.messageId);
  expect([ids, world.logged]).toEqual([["c"], ["gateway.inbox.damaged"]]);
  await inbox.claim([]); // behind the write that drops them
  expect(raw.prepare("SELECT message_id, state FROM inbox ORDER BY id").all()).toEqual([
    { message_id: "a", state: "dropped" },
    { message_id: "b", state: "dropped" },
    { message_id: "c", state: "new" },
  ]);
});

type Row = { id: InboxId; key: string; state: "new" | "claimed" | "settled"; owner: number };
const numbers = fc.nat({ max: 5 });
const operation = fc.oneof(
  fc.record({ do: fc.constant("accept" as const), who: fc.nat({ max: 1 }), row: numbers }),
  fc.record({ do: fc.constantFrom("claim" as const, "settle" as const), who: fc.nat({ max: 1 }), row: numbers }),
  fc.record({ do: fc.constant("restart" as const), who: fc.nat({ max: 1 }), row: numbers }),
);

test("whatever two processes do and however often they die, nothing open is lost, doubled or taken from the living", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
      using world = ledgerWorld();
      let nextPid = 3;
      const people = [
        { pid: 1, ledger: await world.open(1) },
        { pid: 2, ledger: await world.open(2) },
      ];
      const model = new Map<number, Row>();
      const isDead = (pid: number): boolean => people.every((person) => person.pid !== pid);
      const isFree = ({ state, owner }: Row): boolean => state === "new" || (state === "claimed" && isDead(owner));
      for (const { do: what, who, row: number } of operations) {
        const person = people[who];
        const row = model.get(number);
        if (person === undefined) continue;
        if (what === "accept") {
          const id = await person.ledger.inbox.accept(inbound({ messageId: `m${number}` }), `k${number % 2}`);
          expect(id === null).toBe(row !== undefined);
          if (id !== null) model.set(number, { id, key: `k${number % 2}`, state: "new", owner: 0 });
        }
        if (what === "claim" && row !== undefined) {
          await person.ledger.inbox.claim([row.id]);
          if (isFree(row)) Object.assign(row, { state: "claimed", owner: person.pid });
        }
        if (what === "settle" && row !== undefined) {
          await person.ledger.inbox.settle([row.id], "done");
          row.state = "settled";
        }
        if (what === "restart") {
          world.kill(person.pid);
          people[who] = { pid: nextPid, ledger: await world.open(nextPid) };
          nextPid += 1;
        }
        const expected = [...model.values()].filter(isFree).toSorted((a, b) => a.id - b.id);
        for (const { ledger } of people) {
          const open = ledger.inbox.open().map(({ id, sessionKey: key, state }) => ({ id, key, state }));
          expect(open).toEqual(expected.map(({ id, key, state }) => ({ id, key, state })));
        }
      }
    }),
    { numRuns: 40 },
  );
});
