import { z } from "zod";
import type { Connection } from "../connection.ts";
import { copyMark } from "../original-rows.ts";
import { type Scope, scoped } from "./scope.ts";

const Counts = z.object({ sessions: z.number(), delegated_sessions: z.number() });
const Exit = z.object({ reason: z.string(), turns: z.number() });
const Decision = z.object({ by: z.string(), decision: z.enum(["allow", "deny"]), times: z.number() });
const Break = z.object({
  cause: z.string(),
  breaks: z.number(),
  missed_tokens: z.number(),
  /** null: some of it has no price. */
  cost_usd: z.number().nullable(),
});
export type Counts = Readonly<z.infer<typeof Counts>>;
export type ExitFigures = Readonly<z.infer<typeof Exit>>;
export type DecisionFigures = Readonly<z.infer<typeof Decision>>;
export type BreakFigures = Readonly<z.infer<typeof Break>>;

function rowsOf<T>({ statement }: Connection, scope: Scope, query: string, schema: z.ZodType<T>): readonly T[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => schema.parse(row));
}

/** A conversation is one session, however often it was compressed. */
export function countsIn(connection: Connection, scope: Scope): Counts {
  const query = `SELECT count(DISTINCT CASE WHEN NOT delegated THEN conversation_id END) AS sessions,
      count(DISTINCT CASE WHEN delegated THEN own_id END) AS delegated_sessions
    FROM family s WHERE @in(s.last_activity_at)`;
  return rowsOf(connection, scope, query, Counts)[0] ?? { sessions: 0, delegated_sessions: 0 };
}

export function messagesIn(connection: Connection, scope: Scope): number {
  const query = `SELECT count(*) AS messages FROM messages m JOIN family s ON s.id = m.session_id
    WHERE ${copyMark} = 0 AND @in(m.timestamp)`;
  return rowsOf(connection, scope, query, z.object({ messages: z.number() }))[0]?.messages ?? 0;
}

export function exitsIn(connection: Connection, scope: Scope): readonly ExitFigures[] {
  const query = `SELECT t.exit_reason AS reason, count(*) AS turns FROM turns t JOIN family s ON s.id = t.session_id
    WHERE @in(t.started_at) GROUP BY 1 ORDER BY turns DESC, reason`;
  return rowsOf(connection, scope, query, Exit);
}

export function decisionsIn(connection: Connection, scope: Scope): readonly DecisionFigures[] {
  const query = `SELECT a."by", a.decision, count(*) AS times FROM approvals a JOIN family s ON s.id = a.session_id
    WHERE @in(a.at) GROUP BY 1, 2 ORDER BY times DESC, 1, 2`;
  return rowsOf(connection, scope, query, Decision);
}

export function breaksIn(connection: Connection, scope: Scope): readonly BreakFigures[] {
  const query = `SELECT b.cause, sum(b.breaks) AS breaks, sum(b.missed_tokens) AS missed_tokens,
      CASE WHEN count(b.cost_usd) = count(*) THEN sum(b.cost_usd) END AS cost_usd
    FROM cache_breaks b JOIN family s ON s.id = b.session_id WHERE @in(b.at)
    GROUP BY 1 ORDER BY breaks DESC, cause`;
  return rowsOf(connection, scope, query, Break);
}
