import { stripVTControlCharacters } from "node:util";
import { shownText } from "../../domain/message.ts";
import { firstChars } from "../../text/code-points.ts";
import type { Connection } from "../connection.ts";
import { isTip } from "../lineage.ts";
import type { MessageRows } from "../message-rows.ts";
import { selectSessions } from "../session-row.ts";
import type {
  Passage,
  PassagePlace,
  Recall,
  RecentOptions,
  RecentSession,
  SessionRow,
  SessionScope,
} from "../store.ts";
import { hiddenSources, inScope, liveFor } from "./narrowed.ts";
import { firstAndLast, windowAround } from "./surroundings.ts";

const usuallyRecent = 10;
const previewChars = 60;

export function recall(connection: Connection, rows: MessageRows): Recall {
  return {
    around: (place, scope) => connection.read(() => around(connection, rows, place, scope)),
    read: (id, scope) =>
      connection.read(() => {
        const session = visible(connection, id, scope);
        return session === null ? null : { session, ...firstAndLast(connection, rows, id) };
      }),
    recent: (options) => connection.read(() => recent(connection, rows, options)),
  };
}

function around(connection: Connection, rows: MessageRows, place: PassagePlace, scope: SessionScope | null): Passage {
  const { messageId, radius } = place;
  const asked = place.sessionId === null ? null : visible(connection, place.sessionId, scope);
  if (place.sessionId !== null && asked === null) return { kind: "no-session" };
  const found = connection.statement("SELECT session_id FROM messages WHERE id = ? AND active = 1").get(messageId);
  const home = typeof found?.["session_id"] === "string" ? visible(connection, found["session_id"], scope) : null;
  if (home === null || (asked !== null && asked.conversation_id !== home.conversation_id))
    return { kind: "no-message" };
  const window = windowAround(connection, rows, { sessionId: home.id, anchor: messageId, radius });
  return { kind: "passage", session_id: home.id, title: home.title, ...window };
}

/** A session outside the scope is like one that does not exist. */
function visible(connection: Connection, id: string, scope: SessionScope | null): SessionRow | null {
  const { sql, parameters } = inScope(scope);
  return selectSessions(connection, `WHERE s.id = ? ${sql}`, id, ...parameters)[0] ?? null;
}

function recent(connection: Connection, rows: MessageRows, options: RecentOptions): readonly RecentSession[] {
  const { exceptConversation, source = null, limit = usuallyRecent } = options;
  const live = exceptConversation === undefined ? [] : liveFor(connection, exceptConversation);
  const scope = inScope(options.within);
  const sessions = selectSessions(
    connection,
    `WHERE s.hidden = 0 AND s.archived = 0 AND ${isTip} AND s.source NOT IN ${hiddenSources}
       AND s.conversation_id NOT IN (SELECT value FROM json_each(?)) AND (? IS NULL OR s.source = ?) ${scope.sql}
     ORDER BY s.last_activity_at DESC, s.rowid DESC LIMIT ?`,
    JSON.stringify(live),
    source,
    source,
    ...scope.parameters,
    limit,
  );
  return sessions.map((session) => ({
    session_id: session.id,
    title: session.title,
    source: session.source,
    started_at: session.started_at,
    last_activity_at: session.last_activity_at,
    message_count: session.message_count,
    preview: previewOf(rows, session.id),
  }));
}

function previewOf(rows: MessageRows, sessionId: string): string {
  const [first] = rows.where("session_id = ? AND active = 1 AND role = 'user' ORDER BY id LIMIT 1", sessionId);
  if (first === undefined) return "";
  const line = stripVTControlCharacters(shownText(first.message)).replace(/\s+/gu, " ").trim();
  return firstChars(line, previewChars);
}
