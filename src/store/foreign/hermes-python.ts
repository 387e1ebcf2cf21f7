import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { isMessage, type Message } from "../../domain/message.ts";
import { readJson, unreadable } from "../read-json.ts";
import type { ArchivedMessage, ArchivedSession, SessionRow } from "../store.ts";

export type ForeignStore = Disposable & {
  /** Parents come before their children. */
  readonly sessions: () => Generator<ForeignSession>;
};

type ForeignSession = { readonly archived: ArchivedSession; readonly skipped: number };

type Row = Readonly<Record<string, unknown>>;

/** The `state.db` of the original, read and never written; null: it is something else. */
export function openHermesPython(path: string): ForeignStore | null {
  const db = new DatabaseSync(path, { readOnly: true });
  const close = { [Symbol.dispose]: () => db.close() };
  try {
    if (!hasColumn(db, "sessions", "started_at") || !hasColumn(db, "messages", "session_id")) {
      db.close();
      return null;
    }
  } catch (error) {
    db.close();
    throw error;
  }
  return { ...close, sessions: () => sessionsIn(db) };
}

function hasColumn(db: DatabaseSync, table: string, column: string): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) !== undefined;
}

function* sessionsIn(db: DatabaseSync): Generator<ForeignSession> {
  const rows = db.prepare("SELECT * FROM sessions ORDER BY started_at, rowid").all();
  const byId = new Map(rows.map((row) => [String(row["id"]), row] as const));
  const messages = db.prepare("SELECT * FROM messages WHERE session_id = ? ORDER BY id");
  const prompts = hasColumn(db, "system_prompts", "prompt")
    ? db.prepare("SELECT prompt FROM system_prompts WHERE hash = ?")
    : null;
  for (const row of rows) {
    const all = messages.all(String(row["id"]));
    const read = all.flatMap((message) => messageOf(message) ?? []);
    const prompt = text(row["system_prompt"]) ?? text(prompts?.get(text(row["system_prompt_hash"]))?.["prompt"]);
    yield {
      archived: { session: sessionOf(row, byId, read.length), systemPrompt: prompt, messages: read },
      skipped: all.length - read.length,
    };
  }
}

const count = (value: unknown): number => (typeof value === "number" && value > 0 ? Math.floor(value) : 0);
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function sessionOf(row: Row, byId: ReadonlyMap<string, Row>, messageCount: number): SessionRow {
  const startedAt = number(row["started_at"]) ?? 0;
  const endedAt = number(row["ended_at"]);
  return {
    id: String(row["id"]),
    conversation_id: conversationOf(row, byId),
    source: text(row["source"]) ?? "import",
    title: text(row["title"]),
    model: text(row["model"]) ?? "",
    provider: text(row["billing_provider"]) ?? "",
    cwd: text(row["cwd"]),
    parent_session_id: text(row["parent_session_id"]),
    relation: relationOf(row, byId),
    started_at: startedAt,
    ended_at: endedAt,
    end_reason: text(row["end_reason"]),
    last_activity_at: number(row["last_activity_at"]) ?? endedAt ?? startedAt,
    message_count: messageCount,
    tool_call_count: count(row["tool_call_count"]),
    api_call_count: count(row["api_call_count"]),
    input_tokens: count(row["input_tokens"]),
    output_tokens: count(row["output_tokens"]),
    cache_read_tokens: count(row["cache_read_tokens"]),
    cache_write_tokens: count(row["cache_write_tokens"]),
    reasoning_tokens: count(row["reasoning_tokens"]),
    cost_usd: number(row["actual_cost_usd"]) ?? number(row["estimated_cost_usd"]),
    cost_status: z.enum(["estimated", "actual", "included", "unknown"]).catch("unknown").parse(row["cost_status"]),
    compression_count: 0,
    tools_hash: null,
    cache_tail: null,
    cache_state: null,
  };
}

/** The original says with the end of a parent what its child is, and marks the others. */
function relationOf(row: Row, byId: ReadonlyMap<string, Row>): string | null {
  const parent = byId.get(text(row["parent_session_id"]) ?? "");
  if (parent === undefined) return null;
  const marks = new Set(Object.keys(Marks.safeParse(readJson(text(row["model_config"]))).data ?? {}));
  if (marks.has("_branched_from") || parent["end_reason"] === "branched") return "branch";
  if (marks.has("_delegate_from") || row["source"] === "subagent") return "delegation";
  return parent["end_reason"] === "compression" ? "compression" : null;
}

const Marks = z.record(z.string(), z.unknown());

function conversationOf(row: Row, byId: ReadonlyMap<string, Row>): string {
  const seen = new Set<unknown>();
  let at = row;
  while (relationOf(at, byId) === "compression" && !seen.has(at["id"])) {
    seen.add(at["id"]);
    at = byId.get(text(at["parent_session_id"]) ?? "") ?? at;
  }
  return String(at["id"]);
}

const known = new Set(
  `id session_id role content tool_call_id tool_calls tool_name timestamp finish_reason reasoning reasoning_content
   reasoning_details codex_reasoning_items codex_message_items effect_disposition active compacted`.split(/\s+/),
);
const jsonFields = ["tool_calls", "reasoning_details", "codex_reasoning_items", "codex_message_items"] as const;
const textFields = ["tool_call_id", "tool_name", "finish_reason", "reasoning", "reasoning_content"] as const;

/** null: nothing that could be said again, such as the system's own words. */
function messageOf(row: Row): ArchivedMessage | null {
  const whole = fieldsOf(row);
  const { tool_calls: _calls, effect_disposition: _effect, ...plain } = whole;
  const message = [whole, plain].find((fields): fields is typeof fields & Message => isMessage(fields));
  if (message === undefined) return null;
  return {
    id: count(row["id"]),
    turnId: null,
    message,
    timestamp: number(row["timestamp"]) ?? 0,
    active: row["active"] !== 0,
    compacted: row["compacted"] === 1,
    copyOf: null,
  };
}

function fieldsOf(row: Row): Readonly<Record<string, unknown>> {
  const texts = textFields.flatMap((name) => (text(row[name]) === null ? [] : [[name, row[name]] as const]));
  const jsons = jsonFields.flatMap((name) => {
    const value = readJson(text(row[name]));
    return Array.isArray(value) && value.length > 0 ? [[name, value] as const] : [];
  });
  const rest = Object.entries(row).filter(([name, value]) => !known.has(name) && value !== null && value !== 0);
  const extra = rest.length === 0 ? {} : { extra: { hermes_python: Object.fromEntries(rest.map(printable)) } };
  const named = row["role"] === "tool" ? { name: text(row["tool_name"]) ?? "", tool_name: "" } : {};
  return {
    role: row["role"],
    content: contentOf(row["content"]),
    ...named,
    ...Object.fromEntries([...texts, ...jsons]),
    ...(text(row["effect_disposition"]) === null ? {} : { effect_disposition: row["effect_disposition"] }),
    ...(number(row["timestamp"]) === null ? {} : { timestamp: row["timestamp"] }),
    ...extra,
  };
}

function printable([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [name, value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value];
}

const partsMark = "\u0000json:";

/** Words and pictures in one message are JSON behind a mark. */
function contentOf(stored: unknown): unknown {
  if (typeof stored !== "string") return "";
  if (!stored.startsWith(partsMark)) return stored;
  const parts = readJson(stored.slice(partsMark.length));
  return parts === unreadable || parts === null ? stored.slice(partsMark.length) : parts;
}
