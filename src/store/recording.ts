import { z } from "zod";
import type { CompressionRecord } from "../domain/context-engine.ts";
import type { Connection } from "./connection.ts";
import type { MessageRows, StoredMessage } from "./message-rows.ts";
import { readJson } from "./read-json.ts";
import { sessionById } from "./session-row.ts";
import type { SessionRow } from "./store.ts";

/** All that is stored about how a conversation went, in the order it happened. Times are epoch seconds. */
export type Recording = {
  /** The sessions that compressions made of it, oldest first; the last is the one that was asked for. */
  readonly segments: readonly SessionRow[];
  /** Each once, whatever sessions repeat it; what was undone is not among them. */
  readonly messages: readonly StoredMessage[];
  readonly turns: readonly RecordedTurn[];
  readonly toolRuns: readonly RecordedRun[];
  readonly decisions: readonly RecordedDecision[];
  readonly compressions: readonly RecordedCompression[];
};

export type RecordedTurn = Readonly<z.infer<typeof Turn>>;
export type RecordedRun = Readonly<z.infer<typeof Run>>;
export type RecordedDecision = Readonly<z.infer<typeof Decision>>;
export type RecordedCompression = {
  readonly at: number;
  readonly ok: boolean;
  readonly error: string | null;
  /** Null: what is stored of it cannot be read. */
  readonly record: CompressionRecord | null;
};

const text = z.string().nullable();
const Turn = z.object({
  turn_id: z.string(),
  started_at: z.number(),
  ended_at: z.number(),
  exit_reason: z.string(),
  exit_detail: text,
  api_calls: z.number(),
  tool_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  reasoning_tokens: z.number(),
  cost_usd: z.number().nullable(),
  model: z.string(),
  provider: z.string(),
  interrupted: z.number(),
  error_code: text,
});
const Run = z.object({
  turn_id: z.string(),
  tool: z.string(),
  status: z.string(),
  duration_ms: z.number(),
  at: z.number(),
});
const Decision = z.object({
  turn_id: z.string(),
  tool: z.string(),
  rule: text,
  command_redacted: z.string(),
  decision: z.string(),
  by: z.string(),
  scope: text,
});
const Compression = z.object({
  at: z.number().nullable(),
  ok: z.number(),
  error: text,
  record: z.string(),
  new_session_id: text,
});
const Record = z.looseObject({
  event: z.literal("compression"),
  engine: z.string(),
  outcome: z.string(),
  messages_before: z.number(),
  messages_after: z.number(),
  tokens_before: z.number(),
  tokens_after: z.number(),
  duration_ms: z.number(),
});

/** Null: there is no such session. */
export function recordingOf(connection: Connection, rows: MessageRows, id: string): Recording | null {
  return connection.read(() => {
    const segments = lineage(connection, id);
    if (segments.length === 0) return null;
    const messages = distinct(segments.flatMap((segment) => saidIn(connection, rows, segment)));
    const turnIds = JSON.stringify([...new Set(messages.flatMap(({ turnId }) => turnId ?? []))]);
    const select = (shape: z.ZodObject, table: string): readonly unknown[] =>
      connection
        .statement(
          `SELECT ${columnsOf(shape)} FROM ${table} WHERE turn_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(turnIds);
    return {
      segments,
      messages,
      turns: select(Turn, "turns").map((row) => Turn.parse(row)),
      toolRuns: select(Run, "tool_runs").map((row) => Run.parse(row)),
      decisions: select(Decision, "approvals").map((row) => Decision.parse(row)),
      compressions: compressionsOf(connection, segments),
    };
  });
}

function columnsOf({ shape }: z.ZodObject): string {
  return Object.keys(shape)
    .map((name) => `"${name}"`)
    .join(", ");
}

/** A compression's session goes on with its parent; a branch begins with all it needs. */
function lineage(connection: Connection, id: string): readonly SessionRow[] {
  const found: SessionRow[] = [];
  const seen = new Set<string>();
  for (let next: string | null = id; next !== null && !seen.has(next);) {
    seen.add(next);
    const session = sessionById(connection, next);
    if (session === null) break;
    found.unshift(session);
    next = session.relation === "compression" ? session.parent_session_id : null;
  }
  return found;
}

const Made = z.looseObject({ child_rows: z.number() });

/** A compression begins its session with copies and with words of its own, which nobody said. */
function saidIn({ statement }: Connection, rows: MessageRows, { id }: SessionRow): readonly StoredMessage[] {
  const record = statement("SELECT record FROM compressions WHERE new_session_id = ?").get(id)?.["record"];
  const made = Made.safeParse(readJson(typeof record === "string" ? record : null)).data?.child_rows ?? 0;
  return rows.all(id).filter(({ active, copyOf }, index) => active && (index >= made || copyOf !== null));
}

function distinct(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const first = new Map<number, StoredMessage>();
  for (const message of messages) {
    const origin = message.copyOf ?? message.id;
    if (!first.has(origin)) first.set(origin, message);
  }
  return [...first.values()];
}

/** Those whose result is part of the lineage, and those that replaced nothing. */
function compressionsOf({ statement }: Connection, segments: readonly SessionRow[]): readonly RecordedCompression[] {
  const ids = JSON.stringify(segments.map(({ id }) => id));
  const found = statement(
    `SELECT at, ok, error, record, new_session_id FROM compressions WHERE session_id IN (SELECT value FROM json_each(?1))
       AND (new_session_id IS NULL OR new_session_id IN (SELECT value FROM json_each(?1))) ORDER BY id`,
  ).all(ids);
  return found.flatMap((row) => {
    const { at, ok, error, record, new_session_id: child } = Compression.parse(row);
    return at === null ? [] : [{ at, ok: ok === 1, error, record: recordIn(record, child) }];
  });
}

/** The name of the session it made was not known yet when the record was written. */
function recordIn(json: string, childId: string | null): CompressionRecord | null {
  const stored = readJson(json);
  return isRecord(stored) ? { ...stored, child_session_id: childId } : null;
}

function isRecord(value: unknown): value is CompressionRecord {
  return Record.safeParse(value).success;
}
