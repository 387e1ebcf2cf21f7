import type { Connection } from "./connection.ts";
import { selectSessions, sessionById } from "./session-row.ts";
import type { SessionRow } from "./store.ts";

/** Compression ends a segment and opens the next; the tip is where the conversation goes on. Branches are never followed. */
export function tipOf(connection: Connection, session: SessionRow): SessionRow {
  const seen = new Set<string>();
  let tip = session;
  while (!seen.has(tip.id)) {
    seen.add(tip.id);
    tip = nextSegment(connection, tip.id) ?? tip;
  }
  return tip;
}

/** The tip of a session that may not exist. */
export function tipById(connection: Connection, id: string): SessionRow | null {
  const session = sessionById(connection, id);
  return session === null ? null : tipOf(connection, session);
}

/** Sessions that no later segment has replaced. */
export const isTip =
  "NOT EXISTS (SELECT 1 FROM sessions c WHERE c.parent_session_id = s.id AND c.relation = 'compression')";

function nextSegment(connection: Connection, id: string): SessionRow | null {
  const children = selectSessions(
    connection,
    "WHERE s.parent_session_id = ? AND s.relation = 'compression' ORDER BY s.started_at DESC, s.rowid DESC LIMIT 1",
    id,
  );
  return children[0] ?? null;
}
