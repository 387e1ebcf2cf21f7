import { z } from "zod";
import type { Connection } from "../connection.ts";
import { type Scope, scoped } from "./scope.ts";

const TopSession = z.object({
  conversation_id: z.string(),
  title: z.string().nullable(),
  source: z.string(),
  turns: z.number(),
  /** Time in turns, not the pauses between them. */
  seconds: z.number(),
  cost_usd: z.number().nullable(),
});
export type TopSession = Readonly<z.infer<typeof TopSession>>;

const most = 5;

const query = `, spent AS (
    SELECT conversation_id, source, sum(turns) AS turns, sum(cost_usd) AS cost_usd, sum(seconds) AS seconds FROM (
      SELECT s.conversation_id, s.source, sum(NOT s.delegated) AS turns, sum(t.cost_usd) AS cost_usd,
        sum(CASE WHEN s.delegated THEN 0.0 ELSE max(0.0, t.ended_at - t.started_at) END) AS seconds
      FROM turns t JOIN family s ON s.id = t.session_id WHERE @in(t.started_at) GROUP BY 1, 2
      UNION ALL
      SELECT s.conversation_id, s.source, 0, sum(w.cost_usd), 0.0
      FROM side_work w JOIN family s ON s.id = w.session_id WHERE w.task <> 'delegation' AND @in(w.at) GROUP BY 1, 2)
    GROUP BY 1, 2)
  SELECT conversation_id, source, turns, seconds, cost_usd, (SELECT title FROM sessions o
      WHERE o.conversation_id = spent.conversation_id AND title IS NOT NULL ORDER BY started_at DESC LIMIT 1) AS title
  FROM spent WHERE #has ORDER BY #order DESC, conversation_id LIMIT ${most}`;

export function longestIn(connection: Connection, scope: Scope): readonly TopSession[] {
  return top(connection, scope, "seconds");
}

/** What its children and side work cost included. */
export function dearestIn(connection: Connection, scope: Scope): readonly TopSession[] {
  return top(connection, scope, "cost_usd");
}

function top({ statement }: Connection, scope: Scope, order: "seconds" | "cost_usd"): readonly TopSession[] {
  const { sql, parameters } = scoped(scope, query.replace("#has", `${order} > 0`).replace("#order", order));
  return statement(sql)
    .all(...parameters)
    .map((row) => TopSession.parse(row));
}
