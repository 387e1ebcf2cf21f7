import type { Connection } from "../connection.ts";
import type { SearchOptions, SessionScope } from "../store.ts";

/** A piece of SQL and what stands for its question marks. */
export type Fragment = { readonly sql: string; readonly parameters: readonly (string | number)[] };

/** Sessions that programs keep with themselves. */
export const hiddenSources = "('subagent', 'tool', 'kanban')";

const nothing: Fragment = { sql: "", parameters: [] };

/** Conditions on a message's id. They stand inside the scan: what is cut off there must not be what may be seen. */
export function narrowed(connection: Connection, id: string, options: SearchOptions): Fragment {
  const parts = [notLive(connection, id, options.exceptConversation), among(id, options)];
  return { sql: parts.map(({ sql }) => sql).join(" "), parameters: parts.flatMap(({ parameters }) => parameters) };
}

/** What a session must be to lie in a scope, for a table named `s`. */
export function inScope(scope: SessionScope | null | undefined): Fragment {
  if (scope === null || scope === undefined) return nothing;
  return { sql: "AND s.user_id = ? AND s.chat_id = ?", parameters: [scope.userId, scope.chatId] };
}

/** The asker's own text is left out as long as the asker has it before its eyes. */
function notLive(connection: Connection, id: string, conversation: string | undefined): Fragment {
  if (conversation === undefined) return nothing;
  return {
    sql: `AND ${id} NOT IN (SELECT m.id FROM messages m JOIN sessions s ON s.id = m.session_id
      WHERE s.conversation_id IN (SELECT value FROM json_each(?)) AND m.compacted = 0
        AND s.end_reason IS NOT 'compression')`,
    parameters: [JSON.stringify(liveFor(connection, conversation))],
  };
}

/** A branch holds copies of what was said before it, so the conversation it left is as live as its own. */
export function liveFor({ statement }: Connection, conversation: string): readonly string[] {
  const rows = statement(
    `WITH RECURSIVE live(id) AS (SELECT ? UNION
       SELECT p.conversation_id FROM live JOIN sessions s ON s.conversation_id = live.id AND s.relation = 'branch'
         JOIN sessions p ON p.id = s.parent_session_id)
     SELECT id FROM live`,
  ).all(conversation);
  return rows.map(({ id }) => String(id));
}

function among(id: string, { roles, source, within }: SearchOptions): Fragment {
  const scope = inScope(within);
  const parts: readonly Fragment[] = [
    roles === undefined
      ? nothing
      : { sql: "AND m.role IN (SELECT value FROM json_each(?))", parameters: [JSON.stringify(roles)] },
    source === undefined ? nothing : { sql: "AND s.source = ?", parameters: [source] },
    scope,
  ].filter(({ sql }) => sql !== "");
  if (parts.length === 0) return nothing;
  return {
    sql: `AND EXISTS (SELECT 1 FROM messages m JOIN sessions s ON s.id = m.session_id
      WHERE m.id = ${id} ${parts.map(({ sql }) => sql).join(" ")})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}
