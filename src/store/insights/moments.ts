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

const query = `SELECT CAST(t.started_at / 900 AS INTEGER) * 900 AS at, sum(NOT s.delegated) AS turns,
    sum(t.cost_usd) AS cost_usd, sum(t.input_tokens + t.cache_read_tokens + t.cache_write_tokens) AS prompt_tokens,
    sum(t.cache_read_tokens) AS cache_read_tokens
  FROM turns t JOIN family s ON s.id = t.session_id WHERE @in(t.started_at) GROUP BY 1 ORDER BY 1`;

/** Turns by when they began, in pieces small enough to belong to one local hour and day. */
export function momentsIn({ statement }: Connection, scope: Scope): readonly Moment[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => Moment.parse(row));
}
