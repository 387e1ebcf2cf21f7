import type { Connection } from "./connection.ts";
import { sessionById } from "./session-row.ts";
import type { SessionRow } from "./store.ts";

/** Compression ends a segment and opens the next; the tip is where the conversation goes on. Branches are never followed. */
export function tipOf(connection: Connection, session: SessionRow): SessionRow {
  const tip = tipId(connection, session.id);
  return tip === null || tip === session.id ? session : (sessionById(connection, tip) ?? session);
}

/** The tip of a session that may not exist; only ids are read, since every append asks. */
export function tipId({ statement }: Connection, id: string): string | null {
  if (statement("SELECT 1 FROM sessions WHERE id = ?").get(id) === undefined) return null;
  const seen = new Set<string>();
  let tip = beforeUndone(statement, id);
  while (!seen.has(tip)) {
    seen.add(tip);
    const next = statement(nextSegment).get(tip)?.["id"];
    if (typeof next === "string") tip = next;
  }
  return tip;
}

/** A segment whose compression was undone leads back to the one it was made of. */
function beforeUndone(statement: Connection["statement"], id: string): string {
  const above = statement("SELECT parent_session_id AS id FROM sessions WHERE id = ? AND end_reason = 'superseded'");
  const seen = new Set<string>();
  for (let place = id; ;) {
    const next = above.get(place)?.["id"];
    seen.add(place);
    if (typeof next !== "string" || seen.has(next)) return place;
    place = next;
  }
}

/** Sessions that no later segment has replaced. */
export const isTip = `s.end_reason IS NOT 'superseded' AND NOT EXISTS (SELECT 1 FROM sessions c
  WHERE c.parent_session_id = s.id AND c.relation = 'compression' AND c.end_reason IS NOT 'superseded')`;

const nextSegment = `SELECT id FROM sessions
  WHERE parent_session_id = ? AND relation = 'compression' AND end_reason IS NOT 'superseded' ORDER BY started_at DESC, rowid DESC LIMIT 1`;
