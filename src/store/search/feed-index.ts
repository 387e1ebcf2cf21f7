import { shownText } from "../../domain/message.ts";
import type { Connection } from "../connection.ts";
import type { MessageRows } from "../message-rows.ts";
import type { SearchIndex } from "./search-index.ts";

const atOnce = 100; // about 20 ms of work: the event loop must not stand still for longer

type Deps = { readonly connection: Connection; readonly rows: MessageRows; readonly index: SearchIndex };

/** Feeds the oldest waiting messages into the index, inside a transaction; returns how many there were. */
export function feedIndex({ connection, rows, index }: Deps): number {
  const { statement } = connection;
  const waiting = statement(
    "SELECT id, role, content, extra FROM messages WHERE id IN (SELECT id FROM unindexed ORDER BY id LIMIT ?) ORDER BY id",
  ).all(atOnce);
  for (const { id, role, content, extra } of waiting) {
    const text = saysWhatIsShown(content, extra) ? content : shownIn(rows, Number(id));
    index.add(Number(id), String(role), text);
    statement("DELETE FROM unindexed WHERE id = ?").run(id ?? null);
  }
  return waiting.length;
}

/** Most rows show their content as it stands; only of others is the whole message read, which takes ten times as long. */
function saysWhatIsShown(content: unknown, extra: unknown): content is string {
  return typeof content === "string" && (typeof extra !== "string" || !/"(?:_parts|content|extra)"/.test(extra));
}

function shownIn(rows: MessageRows, id: number): string {
  return rows
    .where("id = ?", id)
    .map(({ message }) => shownText(message))
    .join("");
}

/** All that waits, in one go: for a search that is about to look. What cannot be written now is found next time. */
export function feedAll(deps: Deps): void {
  const { connection } = deps;
  if (connection.readOnly !== null || !deps.index.available()) return;
  try {
    while (hasWaiting(connection) && connection.writeNow(() => feedIndex(deps)) > 0);
  } catch {
    // Somebody else holds the lock; the newest messages are missing from this one answer.
  }
}

function hasWaiting({ statement }: Connection): boolean {
  return statement("SELECT 1 FROM unindexed LIMIT 1").get() !== undefined;
}
