import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import { type Fence, PersistenceError } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";
import { addBreaks } from "./cache-breaks.ts";
import { addCompression } from "./compression-rows.ts";
import type { Connection } from "./connection.ts";
import { addSideCosts } from "./side-costs.ts";
import { spentBy } from "./spent.ts";
import { engineStateOf, keepEngineState } from "./engine-state.ts";
import { assertHeld, type LeaseDeps } from "./leases.ts";
import { isTip, tipId } from "./lineage.ts";
import type { MessageRows } from "./message-rows.ts";
import { overviewOf } from "./overview.ts";
import { keepPrompt, promptOf } from "./prompts.ts";
import { removeSessions } from "./remove-sessions.ts";
import { latestOf, resolveSession } from "./resolve.ts";
import { rewind } from "./rewind.ts";
import type { SearchIndex } from "./search/search-index.ts";
import { selectSessions, sessionById } from "./session-row.ts";
import type { NewSession, SessionFilter, SessionRow, SessionTable } from "./store.ts";
import { freeTitle, ownerOf } from "./titles.ts";
import { undoCompression } from "./undo-compression.ts";

export type SessionDeps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly index: SearchIndex;
  readonly leases: LeaseDeps;
  readonly clock: Clock;
  readonly rng: Rng;
};

export function sessionTable(deps: SessionDeps): SessionTable {
  const { connection, rows, clock } = deps;
  const { read, write, statement } = connection;
  const set = (column: string, id: string, value: string | null): Promise<void> =>
    write(() => changed(statement(`UPDATE sessions SET ${column} = ? WHERE id = ?`).run(value, id).changes, id));
  return {
    ...sessionShelf(deps),
    create: (session) => write(() => insertSession(connection, session, secondsOf(clock))),
    get: (id) => read(() => sessionById(connection, id)),
    list: (filter) => read(() => listSessions(connection, filter)),
    resolve: (reference, { exact }) => read(() => resolveSession(connection, reference, exact)),
    latest: (filter) => read(() => latest(connection, filter)),
    history: (id) => read(() => rows.active(id).map(({ message }) => message)),
    lastRow: (id) =>
      read(() => {
        const last = statement("SELECT max(id) AS id FROM messages WHERE session_id = ?").get(id)?.["id"];
        return typeof last === "number" ? last : null;
      }),
    rows: (id) => read(() => rows.active(id)),
    engineState: (conversationId) => read(() => engineStateOf(connection, conversationId)),
    saveEngineState: (conversationId, state) => write(() => keepEngineState(connection, conversationId, state)),
    countCompression: (id) =>
      write(() => {
        statement("UPDATE sessions SET compression_count = compression_count + 1 WHERE id = ?").run(id);
      }),
    noteCompression: (id, record) =>
      write(() => {
        const ok = record.outcome === "ok" || record.outcome === "emergency";
        const error = ok ? null : record.outcome;
        addCompression(connection, { sessionId: id, childId: null, record, ok, error, at: secondsOf(clock) });
      }),
    spent: (conversationId) => read(() => spentBy(connection, conversationId)),
    addCosts: (id, costs) => write(() => addSideCosts(connection, id, costs)),
    prompt: (id) => read(() => promptOf(connection, id)),
    savePrompt: (id, { text, meta }) =>
      write(() => {
        const update =
          "UPDATE sessions SET prompt_hash = ?, prompt_meta = ?, system_prompt_override = NULL WHERE id = ?";
        changed(statement(update).run(keepPrompt(connection, text), JSON.stringify(meta ?? null), id).changes, id);
      }),
    saveCacheState: (id, state, breaks) =>
      write(() => {
        const update = statement("UPDATE sessions SET cache_state = ? WHERE id = ?");
        changed(update.run(JSON.stringify(state), id).changes, id);
        if (breaks.length > 0) addBreaks(connection, { sessionId: id, at: secondsOf(clock) }, breaks);
      }),
    saveToolsHash: (id, hash) => set("tools_hash", id, hash),
    end: (id, reason) =>
      write(() => {
        const end = "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL"; // the first reason wins
        statement(end).run(secondsOf(clock), reason, id);
      }),
    fork: (id, newId) => write(() => fork(deps, id, newId)),
    rename: (id, title) => write(() => rename(connection, id, title)),
  };
}

/** Sessions as a household of them, not one by one. */
function sessionShelf(
  deps: SessionDeps,
): Pick<SessionTable, "overview" | "segments" | "archive" | "remove" | "rewind" | "undoCompression"> {
  const { connection } = deps;
  const { read, write, statement } = connection;
  const held = <T>(fence: Fence, work: () => T): Promise<T> =>
    write(() => {
      assertHeld(connection, fence);
      return work();
    });
  return {
    overview: (limit) => read(() => overviewOf(deps, limit)),
    segments: (conversationId) =>
      read(() => selectSessions(connection, "WHERE s.conversation_id = ? ORDER BY s.rowid", conversationId)).map(
        ({ id }) => id,
      ),
    archive: (ids, isArchived) =>
      write(() => {
        const update = statement("UPDATE sessions SET archived = ? WHERE id = ?");
        return ids.reduce((sum, id) => sum + Number(update.run(Number(isArchived), id).changes), 0);
      }),
    remove: (ids) => write(() => removeSessions(deps, ids)),
    rewind: (id, from, fence) => held(fence, () => rewind(deps, id, from)),
    undoCompression: (id, fence) => held(fence, () => undoCompression(deps, id)),
  };
}

function insertSession(connection: Connection, session: NewSession, now: number): void {
  const { prompt } = session;
  const relation = session.relation ?? null;
  connection
    .statement(
      `INSERT INTO sessions (id, conversation_id, source, model, provider, cwd, title, title_source, prompt_hash,
         prompt_meta, tools_hash, git_root, git_branch, parent_session_id, relation, user_id, chat_id, started_at,
         last_activity_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      session.id,
      session.id,
      session.source,
      session.model,
      session.provider,
      session.cwd,
      freeTitle(connection, session.title),
      session.title === null ? null : "user",
      prompt === null ? null : keepPrompt(connection, prompt.text),
      prompt === null ? null : JSON.stringify(prompt.meta ?? null),
      session.toolsHash,
      session.gitRoot ?? null,
      session.gitBranch ?? null,
      session.parentSessionId ?? null,
      relation,
      session.userId ?? null,
      session.chatId ?? null,
      now,
      now,
    );
}

function listSessions(connection: Connection, filter: SessionFilter): readonly SessionRow[] {
  const { source = null, workspace = null, within, limit = -1, archived = false } = filter;
  return selectSessions(
    connection,
    `WHERE s.hidden = 0 AND s.archived = ?4 AND ${isTip}
       AND CASE WHEN ?1 IS NULL THEN s.source <> 'subagent' ELSE s.source = ?1 END
       AND (?2 IS NULL OR s.cwd = ?2 OR s.git_root = ?2)
       AND (?5 IS NULL OR (s.user_id = ?5 AND s.chat_id = ?6))
     ORDER BY s.last_activity_at DESC, s.rowid DESC LIMIT ?3`,
    source,
    workspace,
    limit,
    Number(archived),
    within?.userId ?? null,
    within?.chatId ?? null,
  );
}

function latest(connection: Connection, filter: Parameters<SessionTable["latest"]>[0]): SessionRow | null {
  const { cwd, source } = filter;
  const here = cwd === null ? [] : latestOf(connection, "(s.cwd = ?1 OR s.git_root = ?1)", cwd);
  const rest = (): readonly SessionRow[] =>
    source === null ? latestOf(connection, "1 = 1") : latestOf(connection, "s.source = ?", source);
  return here[0] ?? rest()[0] ?? null;
}

function fork({ connection, rows, clock }: SessionDeps, id: string, newId: string): void {
  const source = sessionById(connection, id);
  if (source === null) throw new PersistenceError("unknown", storePhrases.noSession(id));
  const copied = `source, user_id, session_key, chat_id, chat_type, thread_id, origin_json, model, provider, model_config,
    prompt_hash, prompt_meta, system_prompt_override, tools_hash, cache_state, cwd, git_branch, git_root, compression_count`;
  const stored = rows.active(id);
  connection
    .statement(
      `INSERT INTO sessions (id, conversation_id, title, title_source, parent_session_id, relation, started_at,
         last_activity_at, message_count, ${copied})
       SELECT ?, ?, ?, title_source, id, 'branch', ?, ?, ?, ${copied} FROM sessions WHERE id = ?`,
    )
    .run(newId, newId, freeTitle(connection, source.title), secondsOf(clock), secondsOf(clock), stored.length, id);
  for (const row of stored) {
    rows.insert(row.message, {
      sessionId: newId,
      turnId: row.turnId,
      timestamp: row.timestamp,
      copyOf: row.copyOf ?? row.id,
    });
  }
}

function rename(connection: Connection, id: string, wanted: string | null): "renamed" | "taken" | "missing" {
  const tip = tipId(connection, id);
  if (tip === null) return "missing";
  const title = wanted === null || wanted.trim() === "" ? null : wanted.trim();
  const owner = title === null ? null : ownerOf(connection, title);
  if (owner !== null && owner !== tip) return "taken";
  connection
    .statement("UPDATE sessions SET title = ?, title_source = ? WHERE id = ?")
    .run(title, title === null ? null : "user", tip);
  return "renamed";
}

function changed(changes: number | bigint, id: string): void {
  if (Number(changes) === 0) throw new PersistenceError("unknown", storePhrases.noSession(id));
}
