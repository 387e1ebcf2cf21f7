import { z } from "zod";
import { shownText } from "../domain/message.ts";
import type { Connection } from "./connection.ts";
import { isTip } from "./lineage.ts";
import type { MessageRows } from "./message-rows.ts";
import { selectSessions } from "./session-row.ts";
import type { SessionOverview, SessionRow } from "./store.ts";

const previewChars = 200;
const LastTurn = z.object({ interrupted: z.number(), error_code: z.string().nullable() });
const LastRole = z.object({ role: z.string(), calls: z.number() });

type Deps = { readonly connection: Connection; readonly rows: MessageRows };

/** Conversations as a person chooses between them, newest first. */
export function overviewOf(deps: Deps, limit: number): readonly SessionOverview[] {
  const shown = `WHERE s.hidden = 0 AND s.archived = 0 AND s.source <> 'subagent' AND ${isTip}
    ORDER BY s.last_activity_at DESC, s.rowid DESC LIMIT ?`;
  return selectSessions(deps.connection, shown, limit).map((session) => ({
    session,
    preview: previewOf(deps, session),
    state: stateOf(deps.connection, session),
  }));
}

function previewOf({ rows }: Deps, { id }: SessionRow): string {
  const [first] = rows.where("session_id = ? AND active = 1 AND role = 'user' ORDER BY id LIMIT 1", id);
  return first === undefined ? "" : shownText(first.message).slice(0, previewChars).toWellFormed();
}

/** How the last turn ended; where nobody wrote that down, what was said last tells it. */
function stateOf(
  { statement }: Connection,
  { id, conversation_id: conversation }: SessionRow,
): SessionOverview["state"] {
  const last = LastRole.safeParse(statement(lastMessage).get(id)).data;
  if (last === undefined) return "empty";
  const turn = LastTurn.safeParse(statement(lastTurn).get(conversation)).data;
  if (last.role !== "assistant" || last.calls === 1 || turn?.interrupted === 1)
    return turn?.error_code == null ? "interrupted" : "error";
  return turn?.error_code == null ? "done" : "error";
}

const lastMessage = `SELECT role, tool_calls IS NOT NULL AS calls FROM messages
  WHERE session_id = ? AND active = 1 ORDER BY id DESC LIMIT 1`;
const lastTurn = `SELECT interrupted, error_code FROM turns
  WHERE session_id IN (SELECT id FROM sessions WHERE conversation_id = ?) ORDER BY id DESC LIMIT 1`;
