import type { BreakTally } from "../domain/cache-break.ts";
import type { Connection } from "./connection.ts";

type Place = { readonly sessionId: string; readonly at: number };

/** What the session had of each kind since it was asked last. */
export function addBreaks({ statement }: Connection, { sessionId, at }: Place, breaks: readonly BreakTally[]): void {
  const add = statement(
    "INSERT INTO cache_breaks (session_id, at, cause, breaks, missed_tokens, cost_usd) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { cause, breaks: times, missed_tokens: missed, cost_usd: cost } of breaks)
    add.run(sessionId, at, cause, times, Math.round(missed), cost);
}
