import { type Clock, secondsOf } from "../domain/clock.ts";
import type { RowId } from "../domain/turn-journal.ts";
import type { Connection } from "./connection.ts";
import type { MessageRows } from "./message-rows.ts";
import { extraField } from "./read-json.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { sessionById } from "./session-row.ts";
import type { Rewound } from "./store.ts";

type Deps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly index: SearchIndex;
  readonly clock: Clock;
};

const own = "session_id IN (SELECT id FROM sessions WHERE conversation_id = ?1)";
const listed = "(SELECT value FROM json_each(?2))";

/**
 * Inside one transaction: the rows of a session from one on stay stored and are no longer part of what is said in it,
 * and neither are the rows of earlier segments that they repeat. A turn of which a compression has summed up a part
 * cannot be taken back: its summary would still speak of it.
 */
export function rewind(deps: Deps, sessionId: string, from: RowId): Rewound {
  const { connection, rows, clock } = deps;
  const session = sessionById(connection, sessionId);
  const undone = session === null ? [] : rows.where("session_id = ? AND id >= ? AND active = 1", sessionId, from);
  if (session === null || undone.length === 0) return { kind: "nothing" };
  const turns = JSON.stringify([...new Set(undone.flatMap(({ turnId }) => turnId ?? []))]);
  const summedUp = `SELECT 1 FROM messages WHERE ${own} AND compacted = 1 AND turn_id IN ${listed} LIMIT 1`;
  if (connection.statement(summedUp).get(session.conversation_id, turns) !== undefined) return { kind: "compressed" };
  const originals = JSON.stringify(undone.map(({ id, copyOf }) => copyOf ?? id));
  deactivate(connection, session.conversation_id, originals);
  freeBranches(deps, session.conversation_id, originals);
  connection
    .statement("UPDATE sessions SET message_count = max(0, message_count - ?), last_activity_at = ? WHERE id = ?")
    .run(undone.length, secondsOf(clock), sessionId);
  return { kind: "rewound", messages: undone.length };
}

function deactivate({ statement }: Connection, conversationId: string, originals: string): void {
  const same = `(id IN ${listed} OR ${extraField("_copy_of")} IN ${listed})`;
  statement(`UPDATE messages SET active = 0 WHERE ${own} AND ${same}`).run(conversationId, originals);
}

/** A branch may still say it: there it was not searched because the original was, and now it stands for itself. */
function freeBranches({ connection, index }: Deps, conversationId: string, originals: string): void {
  const copies = connection.statement(
    `WITH RECURSIVE below(id) AS (
       SELECT id FROM sessions WHERE parent_session_id IN (SELECT id FROM sessions WHERE conversation_id = ?1)
       UNION SELECT s.id FROM sessions s JOIN below ON s.parent_session_id = below.id)
     SELECT id FROM messages WHERE active = 1 AND session_id IN (SELECT id FROM below)
       AND ${extraField("_copy_of")} IN (SELECT id FROM messages WHERE active = 0 AND id IN ${listed})`,
  );
  for (const row of copies.all(conversationId, originals)) {
    const copy = Number(row["id"]);
    connection.statement("UPDATE messages SET extra = json_remove(extra, '$._copy_of') WHERE id = ?").run(copy);
    index.later(copy);
  }
}
