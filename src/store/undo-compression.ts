import { z } from "zod";
import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import type { Connection } from "./connection.ts";
import type { MessageRows, StoredMessage } from "./message-rows.ts";
import { readJson } from "./read-json.ts";
import { newSessionId } from "./session-id.ts";
import { sessionById } from "./session-row.ts";
import type { UndoneCompression } from "../domain/undone-compression.ts";
import type { SessionRow } from "./store.ts";

type Deps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly clock: Clock;
  readonly rng: Rng;
};

/**
 * Inside one transaction: what the last compression left out comes back. With nothing said since, the parent simply goes
 * on; else a new segment holds the parent's messages and what came after them.
 */
export function undoCompression(deps: Deps, tipId: string): UndoneCompression {
  const { connection } = deps;
  const tip = sessionById(connection, tipId);
  const parent = tip?.parent_session_id == null ? null : sessionById(connection, tip.parent_session_id);
  if (tip === null || parent === null || !isCompressionOf(tip, parent)) return { kind: "nothing" };
  const since = saidSince(deps, tip.id);
  const now = secondsOf(deps.clock);
  connection
    .statement("UPDATE sessions SET title = NULL, ended_at = ?, end_reason = 'superseded' WHERE id = ?")
    .run(now, tip.id);
  connection.statement("UPDATE messages SET compacted = 0 WHERE session_id = ?").run(parent.id);
  if (since.length === 0) {
    connection
      .statement("UPDATE sessions SET title = ?, ended_at = NULL, end_reason = NULL, last_activity_at = ? WHERE id = ?")
      .run(tip.title, now, parent.id);
    return { kind: "undone", sessionId: parent.id };
  }
  return { kind: "undone", sessionId: joined(deps, parent, tip, since) };
}

/** The joined segment of an earlier undo has its parent's count: there is nothing left out in it. */
function isCompressionOf(tip: SessionRow, parent: SessionRow): boolean {
  return tip.relation === "compression" && tip.compression_count > parent.compression_count;
}

const Kept = z.object({ child_rows: z.number() });

/** Rows of a child that a compression did not put there itself. */
function saidSince({ connection, rows }: Deps, childId: string): readonly StoredMessage[] {
  const made = connection.statement("SELECT record FROM compressions WHERE new_session_id = ?").get(childId);
  const record = typeof made?.["record"] === "string" ? made["record"] : null;
  const kept = Kept.safeParse(readJson(record)).data?.child_rows;
  const all = rows.all(childId);
  const since =
    kept === undefined ? all.filter(({ turnId, copyOf }) => turnId !== null && copyOf === null) : all.slice(kept);
  return since.filter(({ active }) => active);
}

function joined(deps: Deps, parent: SessionRow, tip: SessionRow, since: readonly StoredMessage[]): string {
  const { connection, rows, clock, rng } = deps;
  const id = newSessionId(clock, rng);
  const now = secondsOf(clock);
  const all = [...rows.active(parent.id), ...since];
  const copied = `conversation_id, source, user_id, session_key, chat_id, chat_type, thread_id, origin_json, model, provider,
    model_config, prompt_hash, prompt_meta, system_prompt_override, tools_hash, cwd, git_branch, git_root,
    ineffective_compressions, compression_cooldown_until, compression_state, compression_count, archived, pinned, hidden`;
  connection
    .statement(
      `INSERT INTO sessions (id, title, title_source, parent_session_id, relation, started_at, last_activity_at,
         message_count, ${copied})
       SELECT ?, ?, (SELECT title_source FROM sessions WHERE id = ?), id, 'compression', ?, ?, ?, ${copied}
       FROM sessions WHERE id = ?`,
    )
    .run(id, tip.title, tip.id, now, now, all.length, parent.id);
  for (const row of all) {
    const { turnId, timestamp } = row;
    rows.insert(row.message, { sessionId: id, turnId, timestamp, copyOf: row.copyOf ?? row.id });
  }
  return id;
}
