import { z } from "zod";
import { type CacheTail, CacheTailSchema } from "../domain/cache.ts";
import { type CacheState, CacheStateSchema } from "../domain/cache-state.ts";
import type { Connection } from "./connection.ts";
import type { SessionRow } from "./store.ts";

const count = z.number();
const text = z.string().nullable();

const StoredSession = z.object({
  id: z.string(),
  conversation_id: z.string(),
  source: z.string(),
  title: text,
  model: z.string(),
  provider: z.string(),
  cwd: text,
  parent_session_id: text,
  relation: text,
  started_at: z.number(),
  ended_at: z.number().nullable(),
  end_reason: text,
  last_activity_at: z.number(),
  message_count: count,
  tool_call_count: count,
  api_call_count: count,
  input_tokens: count,
  output_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  reasoning_tokens: count,
  cost_usd: z.number().nullable(),
  cost_status: z.enum(["estimated", "actual", "included", "unknown"]).catch("unknown"),
  compression_count: count,
  tools_hash: text,
  cache_state: text,
});

const columns = Object.keys(StoredSession.shape)
  .map((name) => `s.${name}`)
  .join(", ");

/** Sessions `s` that fit the rest of a query, as rows callers know. */
export function selectSessions(
  { statement }: Connection,
  rest: string,
  ...parameters: readonly (string | number | null)[]
): readonly SessionRow[] {
  return statement(`SELECT ${columns} FROM sessions s ${rest}`)
    .all(...parameters)
    .map(toSessionRow);
}

export function sessionById(connection: Connection, id: string): SessionRow | null {
  return selectSessions(connection, "WHERE s.id = ?", id)[0] ?? null;
}

function toSessionRow(row: unknown): SessionRow {
  const { cache_state: cacheState, ...session } = StoredSession.parse(row);
  const state = stateOf(cacheState);
  return { ...session, cache_tail: state?.tail ?? null, cache_state: state };
}

/** A state that cannot be read costs one cache miss, not the session. */
function stateOf(json: string | null): CacheState | null {
  if (json === null) return null;
  try {
    const stored: unknown = JSON.parse(json);
    return CacheStateSchema.safeParse(stored).data ?? olderState(CacheTailSchema.safeParse(stored).data ?? null);
  } catch {
    return null;
  }
}

/** Once only the tail was kept. */
function olderState(tail: CacheTail | null): CacheState | null {
  return tail === null ? null : { tail, pauses: null, last: null, spending: null };
}
