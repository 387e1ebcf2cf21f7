import type { TurnRow } from "../domain/turn.ts";
import type { Connection } from "./connection.ts";
import { addSideCosts, addUsage, tokensOf } from "./side-costs.ts";
import { addFigures } from "./turn-figures.ts";

/** The turn's row, its share of the usage and the session's counters. A turn that was already counted stays counted once. */
export function finishTurn(connection: Connection, sessionId: string, turn: TurnRow): void {
  if (!insertTurn(connection, sessionId, turn)) return;
  addUsage(connection, sessionId, { ...turn, task: "" });
  addSideCosts(connection, sessionId, turn.side_costs ?? []);
  addToSession(connection, sessionId, turn);
  addFigures(connection, sessionId, turn);
}

function insertTurn({ statement }: Connection, sessionId: string, turn: TurnRow): boolean {
  const result = statement(
    `INSERT INTO turns (session_id, turn_id, started_at, ended_at, exit_reason, exit_detail, iterations, api_calls,
       tool_calls, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd,
       cost_status, model, provider, fallback, interrupted, error_code)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (turn_id) DO NOTHING`,
  ).run(
    sessionId,
    turn.turn_id,
    turn.started_at,
    turn.ended_at,
    turn.exit_reason,
    turn.exit_detail,
    turn.iterations,
    turn.api_calls,
    turn.tool_calls,
    ...tokensOf(turn),
    turn.cost_usd,
    turn.cost_status,
    turn.model,
    turn.provider,
    Number(turn.fallback),
    Number(turn.interrupted),
    turn.error_code,
  );
  return Number(result.changes) > 0;
}

/** Costs of different certainty add up to the less certain; the first turn sets it. */
const mergedStatus = `CASE WHEN api_call_count = 0 OR cost_status = ?1 THEN ?1
  WHEN 'unknown' IN (cost_status, ?1) THEN 'unknown' ELSE 'estimated' END`;

function addToSession({ statement }: Connection, sessionId: string, turn: TurnRow): void {
  statement(
    `UPDATE sessions SET cost_status = ${mergedStatus}, last_activity_at = max(last_activity_at, ?2),
       api_call_count = api_call_count + ?3, tool_call_count = tool_call_count + ?4,
       input_tokens = input_tokens + ?5, output_tokens = output_tokens + ?6,
       cache_read_tokens = cache_read_tokens + ?7, cache_write_tokens = cache_write_tokens + ?8,
       reasoning_tokens = reasoning_tokens + ?9,
       cost_usd = CASE WHEN ?10 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?10 END
     WHERE id = ?11`,
  ).run(turn.cost_status, turn.ended_at, turn.api_calls, turn.tool_calls, ...tokensOf(turn), turn.cost_usd, sessionId);
}
