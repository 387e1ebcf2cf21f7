import type { TurnRow } from "../domain/turn.ts";
import type { Connection } from "./connection.ts";

/** How a turn's tool calls went and what was decided about them. */
export function addFigures({ statement }: Connection, sessionId: string, turn: TurnRow): void {
  const run = statement(
    "INSERT INTO tool_runs (session_id, turn_id, tool, status, duration_ms, at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { tool, status, duration_ms: ms, at } of turn.tool_runs ?? [])
    run.run(sessionId, turn.turn_id, tool.toWellFormed(), status, ms, at);
  const decision = statement(
    `INSERT INTO approvals (session_id, turn_id, tool, rule, command_redacted, decision, "by", scope, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { tool, rule, action, decision: verdict, by, scope } of turn.decisions ?? [])
    decision.run(sessionId, turn.turn_id, tool, rule, action.toWellFormed(), verdict, by, scope, turn.ended_at);
}
