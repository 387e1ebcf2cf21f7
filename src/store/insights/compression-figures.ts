import { z } from "zod";
import type { Connection } from "../connection.ts";
import { type Scope, scoped } from "./scope.ts";

const CompressionFigures = z.object({
  trigger: z.string(),
  outcome: z.string(),
  ok: z.number().transform((ok) => ok === 1),
  attempts: z.number(),
  /** Of each attempt the share of tokens it saved, added up. */
  saved: z.number(),
  duration_ms: z.number(),
  cost_usd: z.number().nullable(),
});
export type CompressionFigures = Readonly<z.infer<typeof CompressionFigures>>;

const said = (key: string): string => `CASE WHEN json_valid(c.record) THEN json_extract(c.record, '$.${key}') END`;

const query = `SELECT c.trigger, coalesce(${said("outcome")}, CASE WHEN c.ok THEN 'ok' ELSE 'failed' END) AS outcome, c.ok,
    count(*) AS attempts, sum(CASE WHEN c.ok AND c.tokens_before > 0 THEN 1.0 - 1.0 * c.tokens_after / c.tokens_before
      ELSE 0.0 END) AS saved,
    sum(c.duration_ms) AS duration_ms, sum(${said("summary_cost_usd")}) AS cost_usd
  FROM compressions c JOIN family s ON s.id = c.session_id WHERE @in(c.at) GROUP BY 1, 2, 3 ORDER BY attempts DESC, 1, 2`;

/** Attempts by what started them and what came of them. */
export function compressionsIn({ statement }: Connection, scope: Scope): readonly CompressionFigures[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => CompressionFigures.parse(row));
}
