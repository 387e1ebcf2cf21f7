import { stripVTControlCharacters } from "node:util";
import { shownText } from "../../domain/message.ts";
import { firstChars } from "../../text/code-points.ts";
import type { Connection } from "../connection.ts";
import type { MessageRows, StoredMessage } from "../message-rows.ts";
import { extraField } from "../read-json.ts";
import type { FoundMessage, SearchHit, SessionReading } from "../store.ts";

const bookendSize = 3;
const longestBeginning = 20;
const longestEnd = 10;
const longestMessage = 4_000;
const longestBookend = 1_200;

type Window = { readonly sessionId: string; readonly anchor: number; readonly radius: number };

/** The hit with its neighbours, and how much lies outside. */
export function windowAround(
  connection: Connection,
  rows: MessageRows,
  { sessionId, anchor, radius }: Window,
): Pick<SearchHit, "messages" | "messages_before" | "messages_after"> {
  const inSession = "session_id = ? AND active = 1";
  const before = rows.where(`${inSession} AND id < ? ORDER BY id DESC LIMIT ?`, sessionId, anchor, radius).toReversed();
  const after = rows.where(`${inSession} AND id >= ? ORDER BY id LIMIT ?`, sessionId, anchor, radius + 1);
  const count = (comparison: string, id: number): number =>
    Number(
      connection
        .statement(`SELECT count(*) AS number FROM messages WHERE ${inSession} AND id ${comparison} ?`)
        .get(sessionId, id)?.["number"],
    );
  return {
    messages: [...before, ...after].map((row) => ({ ...shown(row, longestMessage), anchor: row.id === anchor })),
    messages_before: count("<", before[0]?.id ?? anchor),
    messages_after: count(">", after.at(-1)?.id ?? anchor),
  };
}

/** A whole session, or its first and its last messages where it is longer. */
export function firstAndLast(
  { statement }: Connection,
  rows: MessageRows,
  sessionId: string,
): Pick<SessionReading, "messages" | "omitted"> {
  const inSession = "session_id = ? AND active = 1";
  const total = Number(
    statement(`SELECT count(*) AS number FROM messages WHERE ${inSession}`).get(sessionId)?.["number"],
  );
  const start = rows.where(`${inSession} ORDER BY id LIMIT ?`, sessionId, longestBeginning);
  const rest = Math.min(longestEnd, total - start.length);
  const end = rows.where(`${inSession} ORDER BY id DESC LIMIT ?`, sessionId, rest).toReversed();
  return {
    messages: [...start, ...end].map((row) => shown(row, longestMessage)),
    omitted: total - start.length - end.length,
  };
}

/** How the conversation began and how it ended, in the words of the people and the model. */
export function bookends(rows: MessageRows, sessionId: string): Pick<SearchHit, "bookend_start" | "bookend_end"> {
  const spoken = `session_id = ? AND active = 1 AND role IN ('user', 'assistant') AND content <> ''
    AND coalesce(${extraField("extra.origin")}, 'user') <> 'summary'`;
  const some = (direction: "ASC" | "DESC"): readonly FoundMessage[] =>
    rows
      .where(`${spoken} ORDER BY id ${direction} LIMIT ${bookendSize}`, sessionId)
      .map((row) => shown(row, longestBookend));
  return { bookend_start: some("ASC"), bookend_end: some("DESC").toReversed() };
}

function shown({ id, message }: StoredMessage, limit: number): FoundMessage {
  const text = stripVTControlCharacters(shownText(message));
  const cut = firstChars(text, limit);
  return { id, role: message.role, text: cut.length < text.length ? `${cut}… [cut]` : text, anchor: false };
}
