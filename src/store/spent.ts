import { z } from "zod";
import type { Connection } from "./connection.ts";

const Spent = z.object({ usd: z.number(), unpriced: z.number() });

/**
 * What a conversation has cost, children and side work included, as far as it has a price; `isWhole`: all of it has.
 * It goes on over compressions, which give it new sessions.
 */
export function spentBy({ statement }: Connection, conversationId: string): { spentUsd: number; isWhole: boolean } {
  const row = statement(
    `SELECT coalesce(sum(s.cost_usd), 0.0) + coalesce((SELECT sum(w.cost_usd) FROM side_work w JOIN sessions o
         ON o.id = w.session_id WHERE o.conversation_id = ?1), 0.0) AS usd,
       (SELECT count(*) FROM turns t JOIN sessions o ON o.id = t.session_id
         WHERE o.conversation_id = ?1 AND t.cost_usd IS NULL AND t.api_calls > 0)
       + (SELECT count(*) FROM side_work w JOIN sessions o ON o.id = w.session_id
         WHERE o.conversation_id = ?1 AND w.cost_usd IS NULL) AS unpriced
     FROM sessions s WHERE s.conversation_id = ?1`,
  ).get(conversationId);
  const { usd, unpriced } = Spent.parse(row);
  return { spentUsd: usd, isWhole: unpriced === 0 };
}
