/** Which sessions count: all that were active since a moment, or those of one conversation. */
export type Scope =
  | { readonly kind: "period"; readonly fromSeconds: number; readonly source: string | null }
  | { readonly kind: "conversation"; readonly conversationId: string };

/**
 * Every session with the conversation and the source it works for: a delegated child, and what became of it by
 * compression, belongs to the session that asked for it. So what a child used is found once, and under its parent.
 * The plus sign and the kind of join keep SQLite from looking through all children for each session.
 */
const sessions = `WITH RECURSIVE family(id, own_id, conversation_id, source, delegated, last_activity_at) AS (
  SELECT id, conversation_id, conversation_id, source, source = 'subagent', last_activity_at FROM sessions
    WHERE source <> 'subagent' OR parent_session_id IS NULL
  UNION
  SELECT c.id, c.conversation_id, p.conversation_id, p.source, 1, c.last_activity_at
    FROM family p CROSS JOIN sessions c ON c.parent_session_id = p.id WHERE +c.source = 'subagent')`;

/** A query over `family AS s`; `@in(column)` becomes the condition that this time lies in the scope. */
export function scoped(scope: Scope, sql: string): { readonly sql: string; readonly parameters: readonly Value[] } {
  const condition = (time: string): string =>
    scope.kind === "period" ? `${time} >= ?1 AND (?2 IS NULL OR s.source = ?2)` : "s.conversation_id = ?1";
  const parameters = scope.kind === "period" ? [scope.fromSeconds, scope.source] : [scope.conversationId];
  return {
    sql: `${sessions}\n${sql.replaceAll(/@in\(([\w.]+)\)/g, (_, time: string) => condition(time))}`,
    parameters,
  };
}

type Value = string | number | null;
