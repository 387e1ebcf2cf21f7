import type { Connection } from "./connection.ts";
import { isTip, tipOf } from "./lineage.ts";
import { selectSessions, sessionById } from "./session-row.ts";
import type { Resolution, SessionRow } from "./store.ts";

const shortestPrefix = 6;
const mostCandidates = 10;

/** What a person typed to name a session, tried from the most to the least certain reading. */
export function resolveSession(connection: Connection, reference: string, exact: boolean): Resolution {
  const stages = [newest, byId, byIdPrefix, byTitle, byTitlePrefix];
  let unclear: readonly SessionRow[] = [];
  for (const stage of stages) {
    const found = distinct(stage(connection, reference).map((row) => (exact ? row : tipOf(connection, row))));
    const [only] = found;
    if (found.length === 1 && only !== undefined) return { kind: "found", session: only };
    if (unclear.length === 0) unclear = found;
  }
  if (unclear.length === 0) return { kind: "missing" };
  return { kind: "ambiguous", candidates: unclear.toSorted(byActivity).slice(0, mostCandidates) };
}

type Stage = (connection: Connection, reference: string) => readonly SessionRow[];

const newest: Stage = (connection, reference) => (reference === "latest" ? latestOf(connection, "1 = 1") : []);

const byId: Stage = (connection, reference) => {
  const session = sessionById(connection, reference);
  return session === null ? [] : [session];
};

const byIdPrefix: Stage = (connection, reference) =>
  reference.length < shortestPrefix
    ? []
    : selectSessions(connection, "WHERE substr(s.id, 1, ?) = ?", reference.length, reference);

const byTitle: Stage = (connection, reference) => selectSessions(connection, "WHERE s.title = ?", reference);

const byTitlePrefix: Stage = (connection, reference) => {
  const start = reference.toLowerCase(); // SQLite folds the case of ASCII letters only
  if (start.trim() === "") return [];
  return selectSessions(connection, "WHERE s.title IS NOT NULL").filter(({ title }) =>
    title?.toLowerCase().startsWith(start),
  );
};

/** The newest session a person would go on with. */
export function latestOf(connection: Connection, condition: string, ...parameters: string[]): readonly SessionRow[] {
  return selectSessions(
    connection,
    `WHERE s.hidden = 0 AND s.archived = 0 AND s.source <> 'subagent' AND s.relation IS NOT 'background' AND ${isTip} AND ${condition} ORDER BY s.last_activity_at DESC, s.rowid DESC LIMIT 1`,
    ...parameters,
  );
}

function distinct(rows: readonly SessionRow[]): readonly SessionRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function byActivity(a: SessionRow, b: SessionRow): number {
  return b.last_activity_at - a.last_activity_at;
}
