import { statSync } from "node:fs";
import { z } from "zod";
import { shownText } from "../domain/message.ts";
import type { Connection } from "./connection.ts";
import type { MessageRows } from "./message-rows.ts";
import { keepPrompt, promptOf } from "./prompts.ts";
import { extraField } from "./read-json.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { selectSessions, sessionById } from "./session-row.ts";
import type {
  Archive,
  ArchivedMessage,
  ArchivedSession,
  ArchiveResult,
  DamagedMessage,
  IndexReport,
  SessionRow,
  StoreStats,
} from "./store.ts";
import { freeTitle } from "./titles.ts";

export function archive(connection: Connection, rows: MessageRows, index: SearchIndex): Archive {
  const { read, write } = connection;
  return {
    read: (id) => read(() => readSession(connection, rows, id)),
    ids: () => read(() => selectSessions(connection, "ORDER BY s.started_at, s.rowid").map(({ id }) => id)),
    add: (sessions) => write(() => addSessions(connection, rows, sessions)),
    prunable: ({ beforeSeconds, source = null, workspace = null }) =>
      read(() => selectSessions(connection, prunable, beforeSeconds, source, workspace)),
    stats: () => read(() => statsOf(connection)),
    optimize: async () => {
      connection.checkpoint();
      const before = sizeOf(connection);
      if (index.available())
        await write(() => connection.db.exec("INSERT INTO search_index(search_index) VALUES ('optimize')"));
      await connection.patiently(() => connection.db.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")); // in no transaction
      return { before, after: sizeOf(connection) };
    },
    rebuildIndex: () => write(() => rebuildIndex(connection, rows, index)),
  };
}

function rebuildIndex(connection: Connection, rows: MessageRows, index: SearchIndex): IndexReport {
  const canIndex = index.recreate();
  const damaged: DamagedMessage[] = [];
  let indexed = 0;
  for (const { id: sessionId } of selectSessions(connection, "ORDER BY s.rowid")) {
    for (const row of rows.all(sessionId)) {
      if (row.damaged.length > 0) damaged.push({ id: row.id, sessionId, fields: row.damaged });
      if (!canIndex || row.copyOf !== null) continue;
      index.add(row.id, row.message.role, shownText(row.message));
      indexed += 1;
    }
  }
  return { indexed, damaged };
}

const prunable = `WHERE s.ended_at IS NOT NULL AND s.pinned = 0 AND s.last_activity_at < ?1
  AND (?2 IS NULL OR s.source = ?2) AND (?3 IS NULL OR s.cwd = ?3 OR s.git_root = ?3)
  AND NOT EXISTS (SELECT 1 FROM sessions o WHERE o.conversation_id = s.conversation_id
    AND (o.ended_at IS NULL OR o.pinned = 1 OR o.last_activity_at >= ?1))
  ORDER BY s.last_activity_at`;

function readSession(connection: Connection, rows: MessageRows, id: string): ArchivedSession | null {
  const session = sessionById(connection, id);
  if (session === null) return null;
  return { session, systemPrompt: promptOf(connection, id)?.text ?? null, messages: rows.all(id) };
}

function addSessions(connection: Connection, rows: MessageRows, sessions: readonly ArchivedSession[]): ArchiveResult {
  const known = new Set(sessions.flatMap(({ session }) => sessionById(connection, session.id)?.id ?? []));
  const fresh = sessions.filter(({ session }) => !known.has(session.id));
  for (const { session, systemPrompt } of fresh) insertSession(connection, session, systemPrompt);
  for (const { session } of fresh) linkParent(connection, session);
  const placed = new Map<number, number>(); // rows that had to take another id; copies follow them
  for (const { session, messages } of fresh) {
    const keepsIds = areFree(connection, messages); // all or none: their order is that of the ids
    for (const message of messages) placed.set(message.id, addMessage(rows, { session, message, placed, keepsIds }));
  }
  return {
    added: fresh.map(({ session }) => session.id),
    present: [...known],
    messages: fresh.reduce((sum, { messages }) => sum + messages.length, 0),
  };
}

type Addition = {
  readonly session: SessionRow;
  readonly message: ArchivedMessage;
  readonly placed: ReadonlyMap<number, number>;
  readonly keepsIds: boolean;
};

function areFree({ statement }: Connection, messages: readonly ArchivedMessage[]): boolean {
  const taken = statement("SELECT 1 FROM messages WHERE id = ?");
  return messages.every(({ id }) => taken.get(id) === undefined);
}

function addMessage(rows: MessageRows, { session, message, placed, keepsIds }: Addition): number {
  return rows.insert(message.message, {
    ...message,
    id: keepsIds ? message.id : null,
    sessionId: session.id,
    copyOf: message.copyOf === null ? null : (placed.get(message.copyOf) ?? null),
  });
}

const columns = [
  "id",
  "conversation_id",
  "source",
  "model",
  "provider",
  "cwd",
  "relation",
  "started_at",
  "ended_at",
  "end_reason",
  "last_activity_at",
  "message_count",
  "tool_call_count",
  "api_call_count",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
  "cost_usd",
  "cost_status",
  "compression_count",
  "tools_hash",
] as const;

function insertSession(connection: Connection, session: SessionRow, systemPrompt: string | null): void {
  const placeholders = [...columns, "title", "prompt_hash"].map(() => "?").join(", ");
  connection
    .statement(`INSERT INTO sessions (${columns.join(", ")}, title, prompt_hash) VALUES (${placeholders})`)
    .run(
      ...columns.map((column) => session[column]),
      freeTitle(connection, session.title),
      systemPrompt === null ? null : keepPrompt(connection, systemPrompt),
    );
}

/** A parent that did not come along is left out; the conversation id still ties the segments together. */
function linkParent({ statement }: Connection, { id, parent_session_id: parent }: SessionRow): void {
  const link =
    "UPDATE sessions SET parent_session_id = ?1 WHERE id = ?2 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?1)";
  if (parent !== null && parent !== id) statement(link).run(parent, id);
}

const Totals = z.object({
  sessions: z.number(),
  conversations: z.number(),
  messages: z.number(),
  turns: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  reasoning_tokens: z.number(),
  cost_usd: z.number().nullable(),
});

function sizeOf({ path }: Connection): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

type Sums = Pick<StoreStats, "input_tokens" | "cache_read_tokens" | "cache_write_tokens">;

function statsOf(connection: Connection): StoreStats {
  const totals = connection
    .statement(
      `SELECT count(*) AS sessions, count(DISTINCT conversation_id) AS conversations,
         (SELECT count(*) FROM messages WHERE ${extraField("_copy_of")} IS NULL) AS messages,
         (SELECT count(*) FROM turns) AS turns,
         coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
         coalesce(sum(cache_read_tokens), 0) AS cache_read_tokens,
         coalesce(sum(cache_write_tokens), 0) AS cache_write_tokens,
         coalesce(sum(reasoning_tokens), 0) AS reasoning_tokens, sum(cost_usd) AS cost_usd
       FROM sessions`,
    )
    .get();
  const sums = Totals.parse(totals);
  return {
    ...sums,
    file_bytes: sizeOf(connection),
    by_source: counts(connection, "SELECT source AS name, count(*) AS number FROM sessions GROUP BY source"),
    by_exit_reason: counts(
      connection,
      "SELECT exit_reason AS name, count(*) AS number FROM turns GROUP BY exit_reason",
    ),
    cache_read_share: readShare(sums),
    cache_breaks: counts(connection, "SELECT cause AS name, sum(breaks) AS number FROM cache_breaks GROUP BY cause"),
  };
}

function readShare({ input_tokens: plain, cache_read_tokens: read, cache_write_tokens: written }: Sums): number | null {
  const sent = plain + read + written;
  return sent === 0 ? null : Math.round((read / sent) * 1_000) / 1_000;
}

const Count = z.object({ name: z.string(), number: z.number() });

function counts({ statement }: Connection, sql: string): Readonly<Record<string, number>> {
  const rows = statement(`${sql} ORDER BY number DESC, name`).all();
  return Object.fromEntries(rows.map((row) => Count.parse(row)).map(({ name, number }) => [name, number]));
}
