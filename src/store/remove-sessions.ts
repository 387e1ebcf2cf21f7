import { z } from "zod";
import { shownText } from "../domain/message.ts";
import type { Connection } from "./connection.ts";
import { type LeaseDeps, liveHolder } from "./leases.ts";
import { turnResource } from "./turn-resource.ts";
import type { MessageRows } from "./message-rows.ts";
import { dropUnusedPrompts } from "./prompts.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { sessionById } from "./session-row.ts";
import type { Removal, SessionRow } from "./store.ts";

export type RemovalDeps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly index: SearchIndex;
  readonly leases: LeaseDeps;
};

/** Inside one transaction: a session somebody is using stops all of it. */
export function removeSessions(deps: RemovalDeps, ids: readonly string[]): Removal {
  const sessions = ids.flatMap((id) => sessionById(deps.connection, id) ?? []);
  for (const { id, conversation_id } of sessions) {
    const holder = liveHolder(deps.connection, deps.leases, turnResource(conversation_id));
    if (holder !== null) return { kind: "in-use", id, holder };
  }
  for (const { id } of sessions) {
    const current = sessionById(deps.connection, id); // an earlier removal may have moved it up
    if (current !== null) removeOne(deps, current);
  }
  dropUnusedPrompts(deps.connection);
  const orphans = "DELETE FROM context_nodes WHERE conversation_id NOT IN (SELECT conversation_id FROM sessions)";
  deps.connection.statement(orphans).run();
  return { kind: "removed", count: sessions.length };
}

function removeOne(deps: RemovalDeps, session: SessionRow): void {
  const { statement } = deps.connection;
  freeCopies(deps, session.id);
  deps.index.removeSession(session.id);
  statement("UPDATE sessions SET parent_session_id = ? WHERE parent_session_id = ?").run(
    session.parent_session_id,
    session.id,
  );
  statement("UPDATE routes SET session_id = NULL WHERE session_id = ?").run(session.id); // its chat begins a new one
  statement("DELETE FROM sessions WHERE id = ?").run(session.id); // messages, turns, usage and compressions follow
}

/** Copies were not searched because their originals were; now they stand for themselves. */
function freeCopies({ connection, rows, index }: RemovalDeps, id: string): void {
  for (const copy of descendants(connection, id).flatMap(rows.all)) {
    if (copy.copyOf === null || !isRowOf(connection, copy.copyOf, id)) continue;
    connection.statement("UPDATE messages SET extra = json_remove(extra, '$._copy_of') WHERE id = ?").run(copy.id);
    index.add(copy.id, copy.message.role, shownText(copy.message));
  }
}

function isRowOf({ statement }: Connection, row: number, sessionId: string): boolean {
  return statement("SELECT 1 FROM messages WHERE id = ? AND session_id = ?").get(row, sessionId) !== undefined;
}

const Owner = z.object({ id: z.string() });

function descendants({ statement }: Connection, id: string): readonly string[] {
  return statement(
    `WITH RECURSIVE below(id) AS (SELECT id FROM sessions WHERE parent_session_id = ?
       UNION SELECT s.id FROM sessions s JOIN below ON s.parent_session_id = below.id) SELECT id FROM below`,
  )
    .all(id)
    .map((row) => Owner.parse(row).id);
}
