import { z } from "zod";
import type { Connection } from "../connection.ts";
import { type Scope, scoped } from "./scope.ts";

const Moment = z.object({
  /** The beginning of a quarter of an hour: no time zone divides one. */
  at: z.number(),
  turns: z.number(),
  cost_usd: z.number().nullable(),
  prompt_tokens: z.number(),
  cache_read_tokens: z.number(),
});
export type Moment = Readonly<z.infer<typeof Moment>>;

const figures = (row: string, turns: string): string => `${turns} AS turns, sum(${row}.cost_usd) AS cost_usd,
    sum(${row}.input_tokens + ${row}.cache_read_tokens + ${row}.cache_write_tokens) AS prompt_tokens,
    sum(${row}.cache_read_tokens) AS cache_read_tokens`;

const query = `SELECT at, sum(turns) AS turns, sum(cost_usd) AS cost_usd, sum(prompt_tokens) AS prompt_tokens,
    sum(cache_read_tokens) AS cache_read_tokens FROM (
      SELECT CAST(t.started_at / 900 AS INTEGER) * 900 AS at, ${figures("t", "sum(NOT s.delegated)")}
      FROM turns t JOIN family s ON s.id = t.session_id WHERE @in(t.started_at) GROUP BY 1
      UNION ALL
      SELECT CAST(w.at / 900 AS INTEGER) * 900 AS at, ${figures("w", "0")}
      FROM side_work w JOIN family s ON s.id = w.session_id WHERE w.task <> 'delegation' AND @in(w.at) GROUP BY 1)
  GROUP BY 1 ORDER BY 1`;

/** Turns by when they began and side work by when it was answered, in pieces that belong to one local hour and day. */
export function momentsIn({ statement }: Connection, scope: Scope): readonly Moment[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => Moment.parse(row));
}
