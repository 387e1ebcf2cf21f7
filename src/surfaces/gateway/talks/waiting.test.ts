import fc from "fast-check";
import { expect, test } from "vitest";
import { guest, inbound } from "../../../../tests/support/talk-world.ts";
import { takeNext, type Waiting } from "./waiting.ts";

const anyWaiting = fc
  .array(fc.record({ userId: fc.constantFrom("ann", "bob"), isOurs: fc.boolean() }), { maxLength: 12 })
  .map((said) =>
    said.map(({ userId, isOurs }, index): Waiting => {
      const message = inbound(`${index}`, { userId });
      return { rows: [index], message, person: guest(userId), input: isOurs ? { content: "ours" } : null };
    }),
  );

function turnsOf(waiting: readonly Waiting[]): readonly Waiting[] {
  const [next, rest] = takeNext(waiting);
  return next === null ? [] : [next, ...turnsOf(rest)];
}

test("nothing that waits is lost, doubled or put into another order, and no two turns in a row are one person's words", () => {
  fc.assert(
    fc.property(anyWaiting, (waiting) => {
      const turns = turnsOf(waiting);
      expect(turns.flatMap(({ rows }) => rows)).toEqual(waiting.flatMap(({ rows }) => rows));
      for (const { rows, message, input } of turns)
        expect(message.text).toBe(input === null ? rows.join("\n") : `${rows[0]}`);
      const inARow = turns.filter(({ input, person }, index) => {
        const before = turns[index - 1];
        return input === null && before?.input === null && before.person.userId === person.userId;
      });
      expect(inARow).toEqual([]);
    }),
  );
});

test("what waits becomes no question without end", () => {
  const waiting = Array.from({ length: 5 }, (_, index): Waiting => {
    return { rows: [index], message: inbound("x".repeat(40_000)), person: guest("ann"), input: null };
  });
  expect(turnsOf(waiting).map(({ rows }) => rows)).toEqual([[0, 1], [2, 3], [4]]);
});
