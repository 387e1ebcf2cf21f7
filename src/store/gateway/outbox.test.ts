import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Delivery, DeliveryEnd, OutboxId } from "../../domain/gateway-ledger.ts";
import { ledgerWorld } from "../../../tests/support/ledger-world.ts";

const delivery: Delivery = {
  sessionKey: "key",
  platform: "fake",
  chat: { chatId: "c1", threadId: null },
  text: "the answer",
  replyTo: "m1",
};

test("an answer that was on the wire when its process died is told from one that never left", async () => {
  using world = ledgerWorld();
  const before = await world.open(1);
  const sent = await before.outbox.add(delivery);
  const waiting = await before.outbox.add({ ...delivery, chat: { chatId: "c2", threadId: "t" }, replyTo: null });
  await before.outbox.attempt(sent);
  const after = await world.open(2);
  const createdAtMs = world.clock.now();
  expect(after.outbox.open()).toEqual([
    { ...delivery, id: sent, state: "attempting", attempts: 1, createdAtMs },
    {
      ...delivery,
      chat: { chatId: "c2", threadId: "t" },
      replyTo: null,
      id: waiting,
      state: "pending",
      attempts: 0,
      createdAtMs,
    },
  ]);
});

test("one can be asked for alone, as long as it is open", async () => {
  using world = ledgerWorld();
  const { outbox } = await world.open();
  const [first, second] = [await outbox.add(delivery), await outbox.add({ ...delivery, text: "another" })];
  expect(outbox.open(second).map(({ text }) => text)).toEqual(["another"]);
  await outbox.end(first, { state: "delivered" });
  expect(outbox.open(first)).toEqual([]);
});

test("why it failed is kept, cut to a readable length", async () => {
  using world = ledgerWorld();
  const { outbox } = await world.open();
  const id = await outbox.add(delivery);
  await outbox.attempt(id);
  await outbox.end(id, { state: "failed", error: "x".repeat(2_000) });
  using raw = new DatabaseSync(world.path);
  expect(raw.prepare("SELECT state, attempts, length(last_error) AS error FROM outbox").get()).toEqual({
    state: "failed",
    attempts: 1,
    error: 500,
  });
});

test("ended answers go after their time, open ones are given up after theirs", async () => {
  using world = ledgerWorld();
  const { outbox } = await world.open();
  const [ended, old] = [await outbox.add(delivery), await outbox.add(delivery)];
  await outbox.end(ended, { state: "delivered" });
  const before = world.clock.now() + 1;
  await world.clock.advance(1_000);
  const young = await outbox.add(delivery);
  await outbox.tidy(before, before);
  expect(outbox.open().map(({ id }) => id)).toEqual([young]);
  using raw = new DatabaseSync(world.path);
  expect(raw.prepare("SELECT id, state, last_error FROM outbox").all()).toEqual([
    { id: old, state: "abandoned", last_error: "too old" },
    { id: young, state: "pending", last_error: null },
  ]);
});

type Row = { id: OutboxId; state: string; attempts: number };
const ends = fc.constantFrom<DeliveryEnd>(
  { state: "delivered" },
  { state: "again", error: "busy" },
  { state: "failed", error: "rejected" },
  { state: "abandoned", error: "gone" },
);
const operation = fc.oneof(
  fc.constant({ do: "add" as const }),
  fc.record({ do: fc.constant("attempt" as const), row: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant("end" as const), row: fc.nat({ max: 4 }), end: ends }),
  fc.constant({ do: "reopen" as const }),
);

test("however it is driven, an answer that has ended stays ended and attempts are counted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
      using world = ledgerWorld();
      let { outbox } = await world.open();
      const model: Row[] = [];
      const isOpen = ({ state }: Row): boolean => state === "pending" || state === "attempting";
      for (const step of operations) {
        const row = "row" in step ? model[step.row] : undefined;
        if (step.do === "reopen") ({ outbox } = await world.open());
        if (step.do === "add") model.push({ id: await outbox.add(delivery), state: "pending", attempts: 0 });
        if (step.do === "attempt" && row !== undefined) {
          await outbox.attempt(row.id);
          if (isOpen(row)) Object.assign(row, { state: "attempting", attempts: row.attempts + 1 });
        }
        if (step.do === "end" && row !== undefined) {
          await outbox.end(row.id, step.end);
          if (isOpen(row)) row.state = step.end.state === "again" ? "pending" : step.end.state;
        }
        expect(outbox.open().map(({ id, state, attempts }) => ({ id, state, attempts }))).toEqual(model.filter(isOpen));
      }
      using raw = new DatabaseSync(world.path);
      expect(raw.prepare("SELECT id, state, attempts FROM outbox ORDER BY id").all()).toEqual(model);
    }),
    { numRuns: 40 },
  );
});
