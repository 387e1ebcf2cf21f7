import { z } from "zod";
import type { Inbox, InboundMessage, InboxId, StoredMessage } from "../../domain/gateway-ledger.ts";
import type { Connection } from "../connection.ts";
import type { Claimant } from "./claimant.ts";
import { readInbound } from "./inbound-schema.ts";
import type { LedgerDeps } from "./ledger.ts";

export function inbox(connection: Connection, { log }: Pick<LedgerDeps, "log">, claimant: Claimant): Inbox {
  const settle: Inbox["settle"] = (ids, state) =>
    connection.write(() => {
      for (const id of ids) connection.statement(settleRow).run(state, id);
    });
  const drop = (ids: readonly InboxId[]): void => {
    if (ids.length === 0) return;
    log("warning", "gateway.inbox.damaged", { rows: ids });
    settle(ids, "dropped").catch((error: unknown) => log("warning", "gateway.inbox.drop", { error: String(error) }));
  };
  return {
    accept: (message, sessionKey) => connection.write(() => accept(connection, message, sessionKey)),
    claim: (ids) => connection.write(() => ids.forEach((id) => claim(connection, claimant, id))),
    settle,
    open: () => {
      const found = connection.read(() => openRows(connection, claimant));
      drop(found.flatMap(({ id, message }) => (message === null ? [id] : [])));
      return found.flatMap((row) => (row.message === null ? [] : [{ ...row, message: row.message }]));
    },
    forget: (beforeMs) =>
      connection.write(() => {
        connection.statement(forgetRows).run(beforeMs / 1_000);
      }),
  };
}

const addRow = `INSERT OR IGNORE INTO inbox
  (platform, chat_id, message_id, session_key, seq, payload, state, received_at)
  VALUES (?, ?, ?, ?, (SELECT coalesce(max(id), 0) + 1 FROM inbox), ?, 'new', ?)`; // one look, however many came before
/** Only its key is needed once it is settled; what was said is kept by the session, or by nobody. */
const settleRow = "UPDATE inbox SET state = ?, claimed_by = NULL, payload = '{}' WHERE id = ?";
const forgetRows = "DELETE FROM inbox WHERE state IN ('done', 'dropped') AND received_at < ?";

function accept({ statement }: Connection, message: InboundMessage, sessionKey: string): InboxId | null {
  const { platform, chatId, scopeId, messageId, receivedAtMs } = message;
  const payload = JSON.stringify(message);
  const chat = scopeId === null ? chatId : JSON.stringify([scopeId, chatId]); // ids are unique only in their scope
  const row = [platform, chat, messageId, sessionKey, payload, receivedAtMs / 1_000];
  const added = statement(addRow).run(...row);
  return added.changes === 0 ? null : Number(added.lastInsertRowid);
}

const OpenRow = z.object({
  id: z.number(),
  session_key: z.string(),
  payload: z.string(),
  state: z.enum(["new", "claimed"]),
  claimed_by: z.string().nullable(),
});

type OpenRow = z.infer<typeof OpenRow>;

/** What a living process works on stays with it. */
function claim({ statement }: Connection, claimant: Claimant, id: InboxId): void {
  const found = OpenRow.safeParse(statement(`SELECT * FROM inbox WHERE id = ? AND ${isOpen}`).get(id));
  if (!found.success || !isFree(found.data, claimant)) return;
  statement("UPDATE inbox SET state = 'claimed', claimed_by = ? WHERE id = ?").run(claimant.name, id);
}

const isOpen = "state IN ('new', 'claimed')";

function isFree({ state, claimed_by: by }: OpenRow, claimant: Claimant): boolean {
  return state === "new" || claimant.isGone(by);
}

type FoundMessage = Omit<StoredMessage, "message"> & { readonly message: InboundMessage | null };

function openRows({ statement }: Connection, claimant: Claimant): readonly FoundMessage[] {
  return statement(`SELECT * FROM inbox WHERE ${isOpen} ORDER BY id`)
    .all()
    .map((row) => OpenRow.parse(row))
    .filter((row) => isFree(row, claimant))
    .map(({ id, session_key: sessionKey, state, payload }) => ({
      id,
      sessionKey,
      state,
      message: readInbound(payload),
    }));
}
