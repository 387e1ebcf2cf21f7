import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import type { Message } from "../domain/message.ts";
import { PersistenceError, type RowId, type TurnJournal } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";
import { commitCompression } from "./commit-compression.ts";
import type { Connection } from "./connection.ts";
import { finishTurn } from "./finish-turn.ts";
import { assertHeld } from "./leases.ts";
import { isTip, tipId } from "./lineage.ts";
import type { MessageRows } from "./message-rows.ts";
import { feedIndex } from "./search/feed-index.ts";
import type { SearchIndex } from "./search/search-index.ts";
import type { Lease } from "./store.ts";

export type JournalDeps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly index: SearchIndex;
  readonly clock: Clock;
  readonly rng: Rng;
};

/** Every write happens under the lease it was opened with, or not at all. */
export function openJournal(deps: JournalDeps, lease: Lease | null): TurnJournal {
  const { connection, rows } = deps;
  const appended = new WeakMap<Message, Map<string, Promise<RowId>>>(); // an object is stored once, however often handed in
  const write = <T>(work: () => T): Promise<T> =>
    connection.write(() => {
      if (lease !== null) assertHeld(connection, lease);
      return work();
    });
  return {
    append: (sessionId, message, turnId) => {
      const places = appended.get(message) ?? new Map<string, Promise<RowId>>();
      const row = places.get(sessionId) ?? write(() => append(deps, sessionId, message, turnId));
      appended.set(message, places.set(sessionId, row));
      row.catch(() => places.delete(sessionId)); // the next flush may try again
      return row;
    },
    amend: (row, message) =>
      write(() => {
        if (!rows.replace(row, message)) throw new PersistenceError("unknown", storePhrases.noRow(row));
      }),
    commitCompression: (sessionId, proposal, watermark = null, fence = null) =>
      write(() => {
        if (fence !== null) assertHeld(connection, fence);
        return commitCompression(deps, sessionId, proposal, watermark);
      }),
    finish: async (sessionId, turn) => {
      await write(() => finishTurn(connection, tipId(connection, sessionId) ?? sessionId, turn));
      while ((await connection.write(() => feedIndex(deps))) > 0); // a turn has ended: nobody waits for these now
      connection.checkpoint();
    },
  };
}

/** A segment that was closed by compression elsewhere hands its rows on to the tip; a session that goes on is not over. */
function append(deps: JournalDeps, sessionId: string, message: Message, turnId: string): RowId {
  if (touched(deps, sessionId)) return deps.rows.insert(message, { sessionId, turnId });
  const tip = tipId(deps.connection, sessionId);
  if (tip === null) throw new PersistenceError("unknown", storePhrases.noSession(sessionId));
  touched(deps, tip);
  return deps.rows.insert(message, { sessionId: tip, turnId });
}

/** Counts the message in; false when the session is none, or was continued by another. */
function touched({ connection, clock }: JournalDeps, sessionId: string): boolean {
  return connection.statement(touching).run(secondsOf(clock), sessionId).changes === 1;
}

const touching = `UPDATE sessions AS s
  SET message_count = message_count + 1, last_activity_at = ?, ended_at = NULL, end_reason = NULL
  WHERE id = ? AND ${isTip}`;
