import type { Message } from "../domain/message.ts";
import type { RowId } from "../domain/turn-journal.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { MessageOutline, MessageRows, StoredMessage } from "./message-rows.ts";

/**
 * Which stored row each proposed message repeats. The head is matched from the front and the rest from the back,
 * so that words said twice are taken for the ones that were kept. Only rows that look alike are read.
 */
export function matchOriginals(
  proposed: readonly Message[],
  seen: readonly MessageOutline[],
  headEnd: number,
  rows: MessageRows,
): readonly (StoredMessage | null)[] {
  const keys = seen.map(keyOf);
  const matches = proposed.map((): StoredMessage | null => null);
  let front = 0;
  let back = seen.length - 1;
  proposed.slice(0, headEnd).forEach((message, index) => {
    const key = keyOf(rows.outlineOf(message));
    for (let at = keys.indexOf(key, front); at >= 0; at = keys.indexOf(key, at + 1)) {
      const row = sameAs(message, seen[at]?.id, rows);
      if (row === null) continue;
      matches[index] = row;
      front = at + 1;
      return;
    }
  });
  for (let index = proposed.length - 1; index >= headEnd && back >= front; index--) {
    const message = proposed[index];
    if (message === undefined) continue;
    const key = keyOf(rows.outlineOf(message));
    for (let at = back; at >= front; at--) {
      const row = keys[at] === key ? sameAs(message, seen[at]?.id, rows) : null;
      if (row === null) continue;
      matches[index] = row;
      back = at - 1;
      break;
    }
  }
  return matches;
}

function keyOf({ role, bytes, toolCallId }: Omit<MessageOutline, "id">): string {
  return `${role} ${bytes} ${toolCallId ?? ""}`;
}

function sameAs(message: Message, id: RowId | undefined, rows: MessageRows): StoredMessage | null {
  const [row] = id === undefined ? [] : rows.where("id = ?", id);
  return row !== undefined && canonicalJson(row.message) === canonicalJson(message) ? row : null;
}
