import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import type { CompressionProposal } from "../domain/context-engine.ts";
import { PersistenceError, type RowId } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";
import { addCompression } from "./compression-rows.ts";
import type { Connection } from "./connection.ts";
import { matchOriginals } from "./match-originals.ts";
import type { MessageOutline, MessageRows, StoredMessage } from "./message-rows.ts";
import { newSessionId } from "./session-id.ts";
import { sessionById } from "./session-row.ts";
import type { SessionRow } from "./store.ts";

type Deps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly clock: Clock;
  readonly rng: Rng;
};

/**
 * Inside one transaction: the child with head, summary and tail, the middle marked, the record, the parent's end.
 * Returns the session the conversation goes on in: the child, or the same one when nothing is to be replaced.
 */
export function commitCompression(
  deps: Deps,
  sessionId: string,
  proposal: CompressionProposal,
  watermark: RowId | null,
): string {
  const { connection, rows } = deps;
  const parent = openSegment(connection, sessionId);
  if (proposal.outcome !== "ok" || proposal.messages === undefined) {
    recordAttempt(deps, { parent, childId: null, proposal, middle: [], childRows: 0 });
    return sessionId;
  }
  const before = rows.outlines(sessionId);
  const seen = before.filter(({ id }) => watermark === null || id <= watermark);
  const late = before.slice(seen.length).flatMap(({ id }) => rows.where("id = ?", id));
  const originals = matchOriginals(proposal.messages, seen, proposal.region.headEnd, rows);
  const childId = insertChild(deps, parent, proposal.messages.length + late.length);
  proposal.messages.forEach((message, index) => {
    const original = originals[index] ?? null;
    rows.insert(message, { sessionId: childId, ...placeOf(original) });
  });
  for (const row of late) rows.insert(row.message, { sessionId: childId, ...placeOf(row) });
  const kept = new Set(originals.map((row) => row?.id));
  const isMiddle = ({ id }: MessageOutline): boolean => !kept.has(id);
  for (const [first, last] of stretches(seen, isMiddle)) markCompacted(connection, sessionId, first, last);
  const middle = seen.filter(isMiddle);
  const childRows = proposal.messages.length + late.length;
  recordAttempt(deps, { parent, childId, proposal, middle, childRows });
  return childId;
}

function openSegment(connection: Connection, id: string): SessionRow {
  const session = sessionById(connection, id);
  if (session === null) throw new PersistenceError("unknown", storePhrases.noSession(id));
  if (session.end_reason === "compression" || session.end_reason === "superseded")
    throw new PersistenceError("unknown", storePhrases.compressionClosed(id));
  return session;
}

function placeOf(original: StoredMessage | null): { turnId: string | null; copyOf: RowId | null; timestamp?: number } {
  if (original === null) return { turnId: null, copyOf: null };
  return { turnId: original.turnId, copyOf: original.copyOf ?? original.id, timestamp: original.timestamp };
}

/** The first and last id of each unbroken run of rows of which this holds. */
function stretches(
  rows: readonly MessageOutline[],
  holds: (row: MessageOutline) => boolean,
): readonly (readonly [first: RowId, last: RowId])[] {
  const found: [RowId, RowId][] = [];
  let run: [RowId, RowId] | null = null;
  for (const row of rows) {
    if (!holds(row)) run = null;
    else if (run === null) found.push((run = [row.id, row.id]));
    else run[1] = row.id;
  }
  return found;
}

function markCompacted({ statement }: Connection, sessionId: string, first: RowId, last: RowId): void {
  const marked = "UPDATE messages SET compacted = 1 WHERE session_id = ? AND active = 1 AND id BETWEEN ? AND ?";
  statement(marked).run(sessionId, first, last);
}

function insertChild({ connection, clock, rng }: Deps, parent: SessionRow, messageCount: number): string {
  const id = newSessionId(clock, rng);
  const now = secondsOf(clock);
  const inherited = `conversation_id, source, user_id, session_key, chat_id, chat_type, thread_id, origin_json, model,
    provider, model_config, prompt_hash, prompt_meta, system_prompt_override, tools_hash, cwd, git_branch, git_root,
    ineffective_compressions, compression_cooldown_until, compression_state, archived, pinned, hidden`;
  // The title belongs to the conversation, so it moves on; a title is unique, so it leaves the parent first.
  connection
    .statement("UPDATE sessions SET title = NULL, ended_at = ?, end_reason = 'compression' WHERE id = ?")
    .run(now, parent.id);
  connection
    .statement(
      `INSERT INTO sessions (id, title, title_source, parent_session_id, relation, started_at, last_activity_at,
         message_count, compression_count, ${inherited})
       SELECT ?, ?, title_source, id, 'compression', ?, ?, ?, compression_count + 1, ${inherited}
       FROM sessions WHERE id = ?`,
    )
    .run(id, parent.title, now, now, messageCount, parent.id);
  return id;
}

type Attempt = {
  readonly parent: SessionRow;
  readonly childId: string | null;
  readonly proposal: CompressionProposal;
  readonly middle: readonly MessageOutline[];
  /** With what the child began: all that comes later is new. */
  readonly childRows: number;
};

function recordAttempt({ connection, clock }: Deps, attempt: Attempt): void {
  const { parent, childId, proposal, middle, childRows } = attempt;
  const { record, summary } = proposal;
  const region = [middle[0]?.id ?? null, middle.at(-1)?.id ?? null];
  addCompression(connection, {
    sessionId: parent.id,
    childId,
    record: { ...record, region, child_rows: childRows, summary: summary?.text ?? null },
    ok: proposal.outcome === "ok",
    error: proposal.error ?? null,
    at: secondsOf(clock),
  });
}
