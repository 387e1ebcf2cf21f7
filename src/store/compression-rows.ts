import type { CompressionRecord } from "../domain/context-engine.ts";
import type { Connection } from "./connection.ts";

export type CompressionRow = {
  readonly sessionId: string;
  /** The session it made; null: nothing was replaced. */
  readonly childId: string | null;
  readonly record: CompressionRecord;
  readonly ok: boolean;
  readonly error: string | null;
  readonly at: number;
};

/** One attempt, whatever came of it. Of a session that is not stored nothing is kept. */
export function addCompression({ statement }: Connection, row: CompressionRow): void {
  const { sessionId, childId, record, ok, error, at } = row;
  statement(
    `INSERT INTO compressions (session_id, new_session_id, trigger, messages_before, messages_after, tokens_before,
       tokens_after, duration_ms, model, focus, ok, error, record, at)
     SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM sessions WHERE id = ?`,
  ).run(
    childId,
    record.trigger,
    record.messages_before,
    record.messages_after,
    Math.round(record.tokens_before),
    Math.round(record.tokens_after),
    record.duration_ms,
    textOrNull(record["summary_model"]),
    textOrNull(record["focus"]),
    Number(ok),
    error,
    JSON.stringify(record),
    at,
    sessionId,
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
