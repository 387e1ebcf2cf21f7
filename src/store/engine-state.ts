import { z } from "zod";
import type { EngineState } from "../domain/context-engine.ts";
import type { Connection } from "./connection.ts";
import { readJson } from "./read-json.ts";

const More = z.object({
  reason: z.string().nullable(),
  pausedAt: z.object({ tokens: z.number(), atMs: z.number() }).nullable(),
  timeouts: z.number(),
});
const Row = z.object({
  ineffective_compressions: z.number(),
  compression_cooldown_until: z.number().nullable(),
  compression_state: z.string().nullable(),
});

/** What the conversation remembers about its compressions; null: there is no such conversation. All its rows say the same. */
export function engineStateOf({ statement }: Connection, conversationId: string): EngineState | null {
  const found = statement(
    `SELECT ineffective_compressions, compression_cooldown_until, compression_state FROM sessions
     WHERE conversation_id = ? ORDER BY started_at DESC, rowid DESC LIMIT 1`,
  ).get(conversationId);
  if (found === undefined) return null;
  const row = Row.parse(found);
  const more = More.safeParse(readJson(row.compression_state)).data;
  return {
    cooldownUntilMs: (row.compression_cooldown_until ?? 0) * 1_000,
    cooldownReason: more?.reason ?? null,
    strikes: row.ineffective_compressions,
    pausedAt: more?.pausedAt ?? null,
    timeouts: more?.timeouts ?? 0,
  };
}

/** False: the conversation is not stored yet. */
export function keepEngineState({ statement }: Connection, conversationId: string, state: EngineState): boolean {
  const { cooldownUntilMs, cooldownReason: reason, strikes, pausedAt, timeouts } = state;
  const update = `UPDATE sessions SET ineffective_compressions = ?, compression_cooldown_until = ?, compression_state = ?
    WHERE conversation_id = ?`;
  const until = cooldownUntilMs === 0 ? null : cooldownUntilMs / 1_000;
  const more = JSON.stringify({ reason, pausedAt, timeouts });
  return Number(statement(update).run(strikes, until, more, conversationId).changes) > 0;
}
