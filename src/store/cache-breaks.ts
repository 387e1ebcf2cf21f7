import type { BreakTally } from "../domain/cache-break.ts";
import type { Connection } from "./connection.ts";

/** Adds to what the session has had of each kind. A cost that is not known makes the sum unknown. */
export function addBreaks({ statement }: Connection, sessionId: string, breaks: readonly BreakTally[]): void {
  const add = statement(
    `INSERT INTO cache_breaks (session_id, cause, breaks, missed_tokens, cost_usd) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET breaks = breaks + excluded.breaks,
       missed_tokens = missed_tokens + excluded.missed_tokens, cost_usd = cost_usd + excluded.cost_usd`,
  );
  for (const { cause, breaks: times, missed_tokens: missed, cost_usd: cost } of breaks)
    add.run(sessionId, cause, times, Math.round(missed), cost);
}
