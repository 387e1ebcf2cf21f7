import { shownText } from "../../domain/message.ts";
import type { Connection } from "../connection.ts";
import type { MessageRows } from "../message-rows.ts";
import type { SearchIndex } from "./search-index.ts";

const atOnce = 100; // about 20 ms of work: the event loop must not stand still for longer

type Deps = { readonly connection: Connection; readonly rows: MessageRows; readonly index: SearchIndex };

/** Feeds the oldest waiting messages into the index, inside a transaction; returns how many there were. */
export function feedIndex({ connection, rows, index }: Deps): number {
  const waiting = rows.where("id IN (SELECT id FROM unindexed ORDER BY id LIMIT ?) ORDER BY id", atOnce);
  for (const { id, message } of waiting) {
    index.add(id, message.role, shownText(message));
    connection.statement("DELETE FROM unindexed WHERE id = ?").run(id);
  }
  return waiting.length;
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
