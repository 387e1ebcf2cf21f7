import type { Message } from "../domain/message.ts";
import type { SessionTable } from "../store/store.ts";

/** A conversation backwards: what it holds now, then each part that a compression has closed, as it was stored. */
export function* segmentsOf(
  history: readonly Message[],
  sessionId: string,
  sessions: Pick<SessionTable, "get" | "history">,
): Generator<readonly Message[]> {
  yield history;
  const seen = new Set<string>();
  for (let row = sessions.get(sessionId); row?.relation === "compression" && !seen.has(row.id);) {
    const parent = row.parent_session_id;
    if (parent === null) return;
    seen.add(row.id);
    yield sessions.history(parent);
    row = sessions.get(parent);
  }
}
