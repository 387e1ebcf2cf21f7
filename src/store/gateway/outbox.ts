import { z } from "zod";
import { secondsOf } from "../../domain/clock.ts";
import type { Delivery, DeliveryEnd, OpenDelivery, Outbox, OutboxId } from "../../domain/gateway-ledger.ts";
import type { Connection } from "../connection.ts";
import type { LedgerDeps } from "./ledger.ts";

/** `pending → attempting → delivered | failed | abandoned`, or back to `pending`. What has ended stays as it ended. */
export function outbox(connection: Connection, { clock }: Pick<LedgerDeps, "clock">): Outbox {
  const { statement, write, read } = connection;
  return {
    add: (delivery) => write(() => add(connection, delivery, secondsOf(clock))),
    attempt: (id) => write(() => void statement(beginAttempt).run(secondsOf(clock), id)),
    end: (id, end) => write(() => finish(connection, id, end, secondsOf(clock))),
    open: (only) =>
      read(() => (only === undefined ? statement(openRows).all() : statement(openRow).all(only)).map(deliveryOf)),
    tidy: (forgetBeforeMs, abandonBeforeMs) =>
      write(() => {
        statement(forgetRows).run(forgetBeforeMs / 1_000);
        statement(abandonRows).run(secondsOf(clock), abandonBeforeMs / 1_000);
      }),
  };
}

const isOpen = "state IN ('pending', 'attempting')";
const addRow = `INSERT INTO outbox
  (session_key, platform, chat_id, thread_id, reply_to, content, state, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`;
const beginAttempt = `UPDATE outbox SET state = 'attempting', attempts = attempts + 1, updated_at = ?
  WHERE id = ? AND ${isOpen}`;
const endRow = `UPDATE outbox SET state = ?, last_error = ?, updated_at = ? WHERE id = ? AND ${isOpen}`;
const columns = "id, session_key, platform, chat_id, thread_id, reply_to, content, state, attempts, created_at";
const openRows = `SELECT ${columns} FROM outbox WHERE ${isOpen} ORDER BY id`;
const openRow = `SELECT ${columns} FROM outbox WHERE id = ? AND ${isOpen}`;
const forgetRows = `DELETE FROM outbox WHERE NOT (${isOpen}) AND updated_at < ?`;
const abandonRows = `UPDATE outbox SET state = 'abandoned', last_error = coalesce(last_error, 'too old'), updated_at = ?
  WHERE ${isOpen} AND created_at < ?`;

function add({ statement }: Connection, delivery: Delivery, now: number): OutboxId {
  const { sessionKey, platform, chat, text, replyTo } = delivery;
  const row = [sessionKey, platform, chat.chatId, chat.threadId, replyTo, text, now, now];
  return Number(statement(addRow).run(...row).lastInsertRowid);
}

const longestError = 500;

function finish({ statement }: Connection, id: OutboxId, end: DeliveryEnd, now: number): void {
  const state = end.state === "again" ? "pending" : end.state;
  const error = end.state === "delivered" ? null : end.error.slice(0, longestError).toWellFormed();
  statement(endRow).run(state, error, now, id);
}

const OpenRow = z.object({
  id: z.number(),
  session_key: z.string(),
  platform: z.string(),
  chat_id: z.string(),
  thread_id: z.string().nullable(),
  reply_to: z.string().nullable(),
  content: z.string(),
  state: z.enum(["pending", "attempting"]),
  attempts: z.number(),
  created_at: z.number(),
});

/** The table itself sees to the types of its columns. */
function deliveryOf(row: unknown): OpenDelivery {
  const { id, session_key, platform, chat_id, thread_id, reply_to, content, state, attempts, created_at } =
    OpenRow.parse(row);
  const chat = { chatId: chat_id, threadId: thread_id };
  const delivery: Delivery = { sessionKey: session_key, platform, chat, text: content, replyTo: reply_to };
  return { ...delivery, id, state, attempts, createdAtMs: Math.round(created_at * 1_000) };
}
