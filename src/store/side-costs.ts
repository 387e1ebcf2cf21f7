import type { SideCost, TurnRow } from "../domain/turn.ts";
import type { Connection } from "./connection.ts";

/** Each with its date, and added to what the session used for the task. */
export function addSideCosts(connection: Connection, sessionId: string, costs: readonly SideCost[]): void {
  const add = connection.statement(
    `INSERT INTO side_work (session_id, at, model, provider, task, api_calls, input_tokens, output_tokens,
       cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const cost of costs) {
    const { at, model, provider, task, api_calls: calls, cost_usd: usd } = cost;
    add.run(sessionId, at, model, provider, task, calls, ...tokensOf(cost), usd);
    addUsage(connection, sessionId, cost);
  }
}

type Used = Omit<SideCost, "at" | "prompt">;

export function tokensOf({ usage }: Pick<TurnRow, "usage">): readonly number[] {
  return [
    usage.input_tokens,
    usage.output_tokens,
    usage.cache_read_tokens,
    usage.cache_write_tokens,
    usage.reasoning_tokens,
  ];
}

const sumOfCosts =
  "CASE WHEN cost_usd IS NULL THEN excluded.cost_usd ELSE cost_usd + coalesce(excluded.cost_usd, 0) END";

export function addUsage({ statement }: Connection, sessionId: string, used: Used): void {
  statement(
    `INSERT INTO usage (session_id, model, provider, task, api_calls, input_tokens, output_tokens, cache_read_tokens,
       cache_write_tokens, reasoning_tokens, cost_usd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET api_calls = api_calls + excluded.api_calls,
       input_tokens = input_tokens + excluded.input_tokens,
       output_tokens = output_tokens + excluded.output_tokens,
       cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
       cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens,
       reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens,
       cost_usd = ${sumOfCosts}`,
  ).run(sessionId, used.model, used.provider, used.task, used.api_calls, ...tokensOf(used), used.cost_usd);
}
