import { z } from "zod";
import type { Connection } from "../connection.ts";
import { type Scope, scoped } from "./scope.ts";

const ToolFigures = z.object({
  tool: z.string(),
  calls: z.number(),
  errors: z.number(),
  /** Of calls that ran; null: none did. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});
export type ToolFigures = Readonly<z.infer<typeof ToolFigures>>;

/**
 * Nearest rank, over milliseconds: the time that half (or 95 of 100) of the calls stayed within is one that was measured.
 * Calls are first gathered by how long they took, which leaves little to be sorted.
 */
const query = `, counted AS MATERIALIZED (
    SELECT r.tool, r.status IN ('ok', 'error', 'timeout') AS ran, round(r.duration_ms) AS ms, count(*) AS calls,
      sum(r.status IN ('error', 'timeout')) AS errors
    FROM tool_runs r JOIN family s ON s.id = r.session_id WHERE @in(r.at) GROUP BY 1, 2, 3),
  placed AS (
    SELECT *, CASE WHEN ran THEN sum(calls) OVER (PARTITION BY tool, ran ORDER BY ms) END AS upto FROM counted),
  sizes AS (SELECT tool, sum(calls) AS calls, sum(errors) AS errors, sum(calls * ran) AS ran FROM counted GROUP BY tool)
  SELECT z.tool, z.calls, z.errors, min(CASE WHEN p.upto >= (z.ran + 1) / 2 THEN p.ms END) AS p50_ms,
    min(CASE WHEN p.upto >= (z.ran * 95 + 99) / 100 THEN p.ms END) AS p95_ms
  FROM sizes z JOIN placed p ON p.tool = z.tool GROUP BY z.tool ORDER BY z.calls DESC, z.tool`;

export function toolsIn({ statement }: Connection, scope: Scope): readonly ToolFigures[] {
  const { sql, parameters } = scoped(scope, query);
  return statement(sql)
    .all(...parameters)
    .map((row) => ToolFigures.parse(row));
}
