import fc from "fast-check";
import { expect, test } from "vitest";
import { doormanWorld, inGroup } from "../../../../tests/support/doorman-world.ts";

const said = fc.record({
  userId: fc.constantFrom("ann", "bob"),
  chatId: fc.constantFrom("#tea", "#milk"),
  isCommand: fc.boolean(),
  isAlbum: fc.boolean(),
  pauseMs: fc.constantFrom(0, 0, 100, 599, 600, 900),
  hookMs: fc.constantFrom(0, 0, 700, 3_000),
});

test("whoever speaks how fast, nothing is lost, doubled, mixed up between people or out of order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(said, { maxLength: 12 }), async (talk) => {
      const world = doormanWorld({
        settings: { userSessions: { inGroups: false, inThreads: false } },
        hook: async (message) => {
          await world.clock.sleep(talk[Number(message.messageId)]?.hookMs ?? 0, new AbortController().signal);
          return { kind: "dispatch", message };
        },
      });
      for (const [messageId, { userId, chatId, isCommand, isAlbum, pauseMs }] of talk.entries()) {
        const text = isCommand ? `/${messageId}` : `${messageId}`;
        const message = { ...inGroup, userId, chatId, messageId, text, mediaGroup: isAlbum ? "g" : null };
        world.doorman.come("irc", message);
        world.doorman.come("irc", message);
        await world.clock.advance(pauseMs);
      }
      await world.clock.runUntil(world.doorman.settled());

      for (const chatId of ["#tea", "#milk"]) {
        const heard = world.arrivals.filter(({ message }) => message.chatId === chatId);
        const lines = heard.flatMap(({ message }) => message.text.split("\n").map((line) => [message.userId, line]));
        const spoken = talk.map((one, id) => ({ ...one, id })).filter((one) => one.chatId === chatId);
        expect(lines).toEqual(spoken.map(({ userId, isCommand, id }) => [userId, isCommand ? `/${id}` : `${id}`]));
        expect(heard.filter(({ message }) => /\n\/|^\/.*\n/.test(message.text))).toEqual([]);
      }
      const rows = world.arrivals.flatMap((arrival) => arrival.rows);
      expect(rows.toSorted((one, other) => one - other)).toEqual(world.ledger.rows().map(({ id }) => id));
    }),
  );
});
