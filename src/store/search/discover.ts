import { z } from "zod";
import { storePhrases } from "../../text/phrases/store.ts";
import type { Connection } from "../connection.ts";
import type { MessageRows } from "../message-rows.ts";
import { extraField } from "../read-json.ts";
import type { SearchAnswer, SearchHit, SearchOptions } from "../store.ts";
import { type Fragment, hiddenSources, narrowed } from "./narrowed.ts";
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
  const matches = matchesOf(deps, query, raw, options);
  const best = firstPerConversation(matches.toSorted(order(options, raw.trim()))).slice(0, options.limit ?? usualLimit);
  const isWhole = (place: number): boolean => place === 0 || options.detail === "full";
  return { hits: best.map((match, place) => toHit(deps, match, query, isWhole(place))), note: null };
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

function matchesOf(deps: SearchDeps, query: SearchQuery, raw: string, options: SearchOptions): readonly Match[] {
  const { connection, index } = deps;
  const said = joined(connection, index.available() ? indexScan(deps, query, options) : textScan(deps, query, options));
  const titled = joined(connection, titleScan(deps, raw, options));
  return [...said, ...titled.filter((match) => !said.some((other) => isSameConversation(match, other)))];
}

function joined({ statement }: Connection, scan: Fragment): readonly Match[] {
  return statement(
    `SELECT m.id, hit.rank, m.role, m.timestamp, m.session_id, s.conversation_id, s.source, s.model,
       coalesce(s.title, (SELECT t.title FROM sessions t
         WHERE t.conversation_id = s.conversation_id AND t.title IS NOT NULL LIMIT 1)) AS title
     FROM (${scan.sql}) hit JOIN messages m ON m.id = hit.id JOIN sessions s ON s.id = m.session_id
     WHERE m.active = 1 AND s.hidden = 0 AND s.source NOT IN ${hiddenSources}`,
  )
    .all(...scan.parameters)
    .map((row) => Match.parse(row));
}

function indexScan({ connection }: SearchDeps, query: SearchQuery, options: SearchOptions): Fragment {
  const expression = toFts5(query);
  const only = narrowed(connection, "search_index.rowid", options);
  return {
    sql: `SELECT id, rank FROM (SELECT rowid AS id, bm25(search_index) AS rank FROM search_index
      WHERE search_index MATCH ? ${only.sql} ORDER BY rowid DESC LIMIT ${rankedDepth}) ORDER BY rank LIMIT ${scanDepth}`,
    parameters: [options.includeTools === true ? expression : `body : (${expression})`, ...only.parameters],
  };
}

/** Without FTS5: slower, unranked, but it finds. */
function textScan({ connection }: SearchDeps, query: SearchQuery, options: SearchOptions): Fragment {
  const condition = query
    .map(({ join }, place) => `${place === 0 ? "" : join === "NOT" ? "AND NOT" : join} content LIKE ? ESCAPE '\\'`)
    .join(" ");
  const only = narrowed(connection, "messages.id", options);
  return {
    sql: `SELECT id, 0.0 AS rank FROM messages WHERE active = 1 AND ${extraField("_copy_of")} IS NULL
      AND (${condition}) ${options.includeTools === true ? "" : "AND role <> 'tool'"} ${only.sql}
      ORDER BY id DESC LIMIT ${scanDepth}`,
    parameters: [...query.map(({ text }) => `%${text.replace(/[\\%_]/gu, "\\$&")}%`), ...only.parameters],
  };
}

/** A conversation that bears the words as its title is found by its first question, should nobody have said them. */
function titleScan({ connection }: SearchDeps, raw: string, options: SearchOptions): Fragment {
  const only = narrowed(connection, "first.id", options);
  return {
    sql: `SELECT first.id, 0.0 AS rank FROM messages first JOIN sessions bearer ON bearer.id = first.session_id
      WHERE bearer.title = ? AND first.role = 'user' AND first.active = 1 ${only.sql} ORDER BY first.id LIMIT 1`,
    parameters: [raw.trim(), ...only.parameters],
  };
}

/** The conversation with exactly this title leads, scheduled ones come last; then time if asked for, then rank. */
function order({ sort }: SearchOptions, title: string): (a: Match, b: Match) => number {
  const keysOf = (match: Match): readonly number[] => [
    match.title === title ? 0 : 1,
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

function isSameConversation(a: Match, b: Match): boolean {
  return a.conversation_id === b.conversation_id;
}

function toHit({ connection, rows }: SearchDeps, match: Match, query: SearchQuery, isWhole: boolean): SearchHit {
  const { id, session_id: sessionId } = match;
  const [anchor] = rows.where("id = ?", id);
  const radius = isWhole ? windowSize : 0;
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
    ...(isWhole ? bookends(rows, sessionId) : { bookend_start: [], bookend_end: [] }),
    detail: isWhole ? "full" : "anchor",
  };
}
