import { z } from "zod";
import { storePhrases } from "../../text/phrases/store.ts";
import type { Connection } from "../connection.ts";
import type { MessageRows } from "../message-rows.ts";
import { extraField } from "../read-json.ts";
import { ownerOf } from "../titles.ts";
import type { SearchAnswer, SearchHit, SearchOptions } from "../store.ts";
import { parseQuery, type SearchQuery, toFts5 } from "./query.ts";
import type { SearchIndex } from "./search-index.ts";
import { snippetOf } from "./snippet.ts";
import { bookends, windowAround } from "./surroundings.ts";

export type SearchDeps = {
  readonly connection: Connection;
  readonly rows: MessageRows;
  readonly index: SearchIndex;
};

const scanDepth = 300; // ranked before anything is joined: joins are what a frequent word would pay for
/**
 * Of words said more often than this only the newest are ranked. Ranking all costs about 1 µs each and breaks the promise
 * of 50 ms: the p95 of the query mix on 100,000 messages of 60 words, two rounds on a busy machine, was 29 to 41 ms with
 * 4,000, 35 to 37 with 10,000, 53 to 63 with 20,000, 98 to 129 with all. A word in every tenth message says little by rank.
 */
const rankedDepth = 10_000;
const usualLimit = 3;
const windowSize = 5;

/** Conversations in which something was said, best first. */
export function discover(deps: SearchDeps, raw: string, options: SearchOptions): SearchAnswer {
  const query = parseQuery(raw);
  if (query.length === 0) return { hits: [], note: storePhrases.nothingToSearch };
  const matches = matchesOf(deps, query, options);
  const titled = ownerOf(deps.connection, raw.trim());
  const best = firstPerConversation(matches.toSorted(order(options, titled))).slice(0, options.limit ?? usualLimit);
  return { hits: best.map((match, place) => toHit(deps, match, query, place === 0)), note: null };
}

const Match = z.object({
  id: z.number(),
  rank: z.number(),
  role: z.string(),
  timestamp: z.number(),
  session_id: z.string(),
  conversation_id: z.string(),
  title: z.string().nullable(),
  source: z.string(),
  model: z.string(),
});
type Match = z.infer<typeof Match>;

const hiddenSources = "('subagent', 'tool', 'kanban')";

function matchesOf({ connection, index }: SearchDeps, query: SearchQuery, options: SearchOptions): readonly Match[] {
  const scan = index.available() ? indexScan(query, options) : textScan(query, options);
  return connection
    .statement(
      `SELECT m.id, hit.rank, m.role, m.timestamp, m.session_id, s.conversation_id, s.source, s.model,
         coalesce(s.title, (SELECT t.title FROM sessions t
           WHERE t.conversation_id = s.conversation_id AND t.title IS NOT NULL LIMIT 1)) AS title
       FROM (${scan.sql}) hit JOIN messages m ON m.id = hit.id JOIN sessions s ON s.id = m.session_id
       WHERE m.active = 1 AND s.hidden = 0 AND s.source NOT IN ${hiddenSources}
         AND (s.conversation_id IS NOT ? OR m.compacted = 1 OR s.end_reason = 'compression')`,
    )
    .all(...scan.parameters, options.exceptConversation ?? null)
    .map((row) => Match.parse(row));
}

type Scan = { readonly sql: string; readonly parameters: readonly (string | number)[] };

function indexScan(query: SearchQuery, { includeTools = false }: SearchOptions): Scan {
  const expression = toFts5(query);
  return {
    sql: `SELECT id, rank FROM (SELECT rowid AS id, bm25(search_index) AS rank FROM search_index
      WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT ${rankedDepth}) ORDER BY rank LIMIT ${scanDepth}`,
    parameters: [includeTools ? expression : `body : (${expression})`],
  };
}

/** Without FTS5: slower, unranked, but it finds. */
function textScan(query: SearchQuery, { includeTools = false }: SearchOptions): Scan {
  const condition = query
    .map(({ join }, place) => `${place === 0 ? "" : join === "NOT" ? "AND NOT" : join} content LIKE ? ESCAPE '\\'`)
    .join(" ");
  return {
    sql: `SELECT id, 0.0 AS rank FROM messages WHERE active = 1 AND ${extraField("_copy_of")} IS NULL
      AND (${condition}) ${includeTools ? "" : "AND role <> 'tool'"} ORDER BY id DESC LIMIT ${scanDepth}`,
    parameters: query.map(({ text }) => `%${text.replace(/[\\%_]/gu, "\\$&")}%`),
  };
}

/** The conversation with exactly this title leads, scheduled ones come last; then time if asked for, then rank. */
function order({ sort }: SearchOptions, titled: string | null): (a: Match, b: Match) => number {
  const keysOf = (match: Match): readonly number[] => [
    match.session_id === titled ? 0 : 1,
    match.source === "cron" ? 1 : 0,
    sort === undefined ? 0 : match.timestamp * (sort === "newest" ? -1 : 1),
    match.rank,
  ];
  return (a, b) => {
    const others = keysOf(b);
    return keysOf(a).reduce((verdict, key, place) => verdict || key - (others[place] ?? 0), 0);
  };
}

function firstPerConversation(matches: readonly Match[]): readonly Match[] {
  const seen = new Set<string>();
  return matches.filter(({ conversation_id: id }) => !seen.has(id) && seen.add(id));
}

function toHit({ connection, rows }: SearchDeps, match: Match, query: SearchQuery, isFirst: boolean): SearchHit {
  const { id, session_id: sessionId } = match;
  const [anchor] = rows.where("id = ?", id);
  const radius = isFirst ? windowSize : 0;
  return {
    session_id: sessionId,
    parent_session_id: match.conversation_id,
    title: match.title,
    source: match.source,
    model: match.model,
    when: match.timestamp,
    role: match.role,
    snippet: anchor === undefined ? "" : snippetOf(anchor.message, query),
    match_message_id: id,
    ...windowAround(connection, rows, { sessionId, anchor: id, radius }),
    ...(isFirst ? bookends(rows, sessionId) : { bookend_start: [], bookend_end: [] }),
    detail: isFirst ? "full" : "anchor",
  };
}
