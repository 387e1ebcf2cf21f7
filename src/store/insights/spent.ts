import { z } from "zod";
import type { Connection } from "../connection.ts";
import { type Scope, scoped } from "./scope.ts";

const Spent = z.object({
  provider: z.string(),
  model: z.string(),
  /** "main", "delegation", or the name of side work. */
  task: z.string(),
  source: z.string(),
  turns: z.number(),
  api_calls: z.number(),
  tool_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  reasoning_tokens: z.number(),
  /** Of what has a price; null: nothing has. */
  cost_usd: z.number().nullable(),
  /** Requests of turns, or of side work, that have none. */
  unpriced_requests: z.number(),
});
export type Spent = Readonly<z.infer<typeof Spent>>;

const sums = `sum(api_calls) AS api_calls, #tools AS tool_calls, sum(input_tokens) AS input_tokens,
  sum(output_tokens) AS output_tokens, sum(cache_read_tokens) AS cache_read_tokens,
  sum(cache_write_tokens) AS cache_write_tokens, sum(reasoning_tokens) AS reasoning_tokens,
  sum(cost_usd) AS cost_usd, sum(CASE WHEN cost_usd IS NULL THEN api_calls ELSE 0 END) AS unpriced_requests`;

/**
 * Every request once: turns by when they began, side work by when it was answered. What a parent's rows say of its
 * children is left out, their own turns are here.
 */
const query = `SELECT t.provider, t.model, CASE WHEN s.delegated THEN 'delegation' ELSE 'main' END AS task, s.source,
    count(*) AS turns, ${sums.replace("#tools", "sum(tool_calls)")}
  FROM turns t JOIN family s ON s.id = t.session_id WHERE @in(t.started_at) GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT u.provider, u.model, u.task, s.source, 0, ${sums.replace("#tools", "0")}
  FROM side_work u JOIN family s ON s.id = u.session_id
  WHERE u.task <> 'delegation' AND @in(u.at) GROUP BY 1, 2, 3, 4`;

/** By model, task and source together; whoever wants one of them adds up. */
export function spentIn({ statement }: Connection, scope: Scope): readonly Spent[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => Spent.parse(row));
}
