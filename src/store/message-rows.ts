import { z } from "zod";
import { type Clock, secondsOf } from "../domain/clock.ts";
import type { Message } from "../domain/message.ts";
import type { RowId } from "../domain/turn-journal.ts";
import type { Connection } from "./connection.ts";
import type { ImageFiles } from "./image-files.ts";
import {
  asCopyOf,
  copiedFrom,
  type MessageColumns,
  MessageColumnsSchema,
  toColumns,
  toMessage,
} from "./message-columns.ts";
import type { SearchIndex } from "./search/search-index.ts";

/** Rows of the message table. Whoever writes here is inside a transaction. */
export type MessageRows = {
  readonly insert: (message: Message, place: Place) => RowId;
  readonly replace: (row: RowId, message: Message) => boolean;
  readonly all: (sessionId: string) => readonly StoredMessage[];
  readonly active: (sessionId: string) => readonly StoredMessage[];
  /** The same rows without their text: enough to tell which may be alike. */
  readonly outlines: (sessionId: string) => readonly MessageOutline[];
  /** The outline a message has once it is stored. */
  readonly outlineOf: (message: Message) => Omit<MessageOutline, "id">;
  /** Any selection: conditions, order and limit as SQL. */
  readonly where: (rest: string, ...parameters: readonly (string | number)[]) => readonly StoredMessage[];
};

export type MessageOutline = {
  readonly id: RowId;
  readonly role: string;
  readonly bytes: number | null; // of the content
  readonly toolCallId: string | null;
};

type Place = {
  readonly sessionId: string;
  readonly turnId: string | null;
  /** Given: keeps this id (imports). */
  readonly id?: RowId | null;
  /** Copies are not searched: the original is found. */
  readonly copyOf?: RowId | null;
  readonly timestamp?: number;
  readonly active?: boolean;
  readonly compacted?: boolean;
};

export type StoredMessage = {
  readonly id: RowId;
  readonly turnId: string | null;
  readonly message: Message;
  readonly timestamp: number;
  readonly active: boolean;
  readonly compacted: boolean;
  readonly copyOf: RowId | null;
  /** Fields whose text could not be read; a note in the message stands for them. */
  readonly damaged: readonly string[];
};

const names = Object.keys(MessageColumnsSchema.shape);
const StoredRow = MessageColumnsSchema.extend({
  id: z.number(),
  turn_id: z.string().nullable(),
  active: z.number(),
  compacted: z.number(),
});

/** Thousands of them at once, of columns that cannot be anything else: a schema would take as long as the query. */
function outlineIn({ id, role, bytes, toolCallId }: Readonly<Record<string, unknown>>): MessageOutline {
  return {
    id: Number(id),
    role: String(role),
    bytes: bytes === null ? null : Number(bytes),
    toolCallId: typeof toolCallId === "string" ? toolCallId : null,
  };
}

export function messageRows(connection: Connection, images: ImageFiles, index: SearchIndex, clock: Clock): MessageRows {
  const { statement } = connection;
  const where: MessageRows["where"] = (rest, ...parameters) =>
    statement(`SELECT id, turn_id, active, compacted, ${names.join(", ")} FROM messages WHERE ${rest}`)
      .all(...parameters)
      .map((row) => toStored(StoredRow.parse(row), images));
  return {
    insert: (message, place) => {
      const columns = toColumns(message, images, place.timestamp ?? secondsOf(clock));
      const row = insertRow(connection, place, columns);
      if (place.copyOf === undefined || place.copyOf === null) index.later(row);
      return row;
    },
    replace: (row, message) => {
      const found = statement("SELECT timestamp FROM messages WHERE id = ? AND role = ?").get(row, message.role);
      if (found === undefined) return false;
      const columns = toColumns(message, images, Number(found["timestamp"]));
      statement(`UPDATE messages SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`).run(
        ...valuesOf(columns),
        row,
      );
      index.remove(row);
      index.later(row);
      return true;
    },
    all: (sessionId) => where("session_id = ? ORDER BY id", sessionId),
    active: (sessionId) => where("session_id = ? AND active = 1 ORDER BY id", sessionId),
    outlines: (sessionId) =>
      statement(
        `SELECT id, role, octet_length(content) AS bytes, tool_call_id AS toolCallId FROM messages
         WHERE session_id = ? AND active = 1 ORDER BY id`,
      )
        .all(sessionId)
        .map(outlineIn),
    outlineOf: (message) => {
      const { role, content, tool_call_id: toolCallId } = toColumns(message, images, 0);
      return { role, bytes: content === null ? null : Buffer.byteLength(content), toolCallId };
    },
    where,
  };
}

/** One string for all rows: what is put together anew is hashed anew when its statement is looked up. */
const insertion = `INSERT INTO messages (id, session_id, turn_id, active, compacted, ${names.join(", ")}) VALUES (?, ?, ?, ?, ?, ${names.map(() => "?").join(", ")})`;

function insertRow({ statement }: Connection, place: Place, plain: MessageColumns): RowId {
  const columns = typeof place.copyOf === "number" ? asCopyOf(place.copyOf, plain) : plain;
  const { active = true, compacted = false } = place;
  const result = statement(insertion).run(
    place.id ?? null,
    place.sessionId,
    place.turnId,
    Number(active),
    Number(compacted),
    ...valuesOf(columns),
  );
  return Number(result.lastInsertRowid);
}

function valuesOf(columns: MessageColumns): (string | number | null)[] {
  return [
    columns.role,
    columns.content,
    columns.tool_call_id,
    columns.tool_calls,
    columns.tool_name,
    columns.reasoning,
    columns.reasoning_details,
    columns.codex_reasoning_items,
    columns.extra,
    columns.finish_reason,
    columns.timestamp,
  ];
}

function toStored(row: z.infer<typeof StoredRow>, images: ImageFiles): StoredMessage {
  return {
    id: row.id,
    turnId: row.turn_id,
    ...toMessage(row, images),
    timestamp: row.timestamp,
    active: row.active === 1,
    compacted: row.compacted === 1,
    copyOf: copiedFrom(row),
  };
}
