import { z } from "zod";
import { isMessage } from "../../domain/message.ts";
import type { ArchivedMessage, ArchivedSession } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";

export type ParsedArchive =
  | { readonly kind: "parsed"; readonly sessions: readonly ArchivedSession[] }
  | { readonly kind: "unreadable"; readonly reason: string };

/** What `export` writes, as JSON lines or as one JSON document. Fields we do not know are let be. */
export function parseArchive(text: string): ParsedArchive {
  try {
    const sessions = parsed(text);
    if (sessions.length === 0) return { kind: "unreadable", reason: say.noSessions };
    const ids = sessions.map(({ session }) => session.id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    return twice === undefined ? { kind: "parsed", sessions } : { kind: "unreadable", reason: say.twice(twice) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", reason: error.message };
    throw error;
  }
}

class Unreadable extends Error {}

const Document = z.object({ sessions: z.array(z.looseObject({ messages: z.array(z.unknown()) })) });

function parsed(text: string): readonly ArchivedSession[] {
  const document = Document.safeParse(jsonOrNull(text));
  if (!document.success) return fromLines(text);
  return document.data.sessions.map(({ messages, ...session }, at) => ({
    ...sessionOf(session, `session ${at + 1}`, messages.length),
    messages: messages.map((message, index) => messageOf(message, `message ${index + 1} of session ${at + 1}`)),
  }));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // several lines of JSON are not one
  }
}

type Group = { readonly head: unknown; readonly place: string; readonly messages: ArchivedMessage[] };

function fromLines(text: string): readonly ArchivedSession[] {
  const groups: Group[] = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const value = Typed.safeParse(jsonLine(line, index + 1));
    const place = `line ${index + 1}`;
    const current = groups.at(-1);
    if (value.data?.type === "session") groups.push({ head: value.data, place, messages: [] });
    else if (value.data?.type !== "message") throw new Unreadable(say.badSession(place, "type"));
    else if (current === undefined) throw new Unreadable(say.strayMessage(index + 1));
    else current.messages.push(messageOf(value.data, place));
  });
  return groups.map(({ head, place, messages }) => ({ ...sessionOf(head, place, messages.length), messages }));
}

const Typed = z.looseObject({ type: z.string() });

function jsonLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Unreadable(say.badJson(number));
  }
}

const count = z.int().nonnegative().catch(0);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const time = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
const relations = ["compression", "branch", "delegation", "background", "cron"] as const;

const SessionFields = z.object({
  id: z.string().regex(/^[^\p{Cc}\s]{1,200}$/u),
  title: text,
  source: z.string().catch("import"),
  model: z.string().catch(""),
  provider: z.string().catch(""),
  parent: text,
  relation: z.enum(relations).nullable().catch(null),
  started_at: z.number(),
  ended_at: time,
  end_reason: text,
  cwd: text,
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      cache_read_tokens: count,
      cache_write_tokens: count,
      reasoning_tokens: count,
    })
    .catch({ input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 }),
  cost_usd: time,
  cost_status: z.enum(["estimated", "actual", "included", "unknown"]).catch("unknown"),
  system_prompt: text,
  conversation_id: text,
  last_activity_at: time,
  api_calls: count,
  tool_calls: count,
  compression_count: count,
  tools_hash: text,
});

function sessionOf(value: unknown, place: string, messageCount: number): Omit<ArchivedSession, "messages"> {
  const fields = SessionFields.safeParse(value);
  if (!fields.success) throw new Unreadable(say.badSession(place, fields.error.issues[0]?.path.join(".") ?? ""));
  const { usage, parent, system_prompt, api_calls, tool_calls, conversation_id, last_activity_at, ...rest } =
    fields.data;
  return {
    systemPrompt: system_prompt,
    session: {
      ...rest,
      ...usage,
      parent_session_id: parent,
      conversation_id: conversation_id ?? rest.id,
      last_activity_at: last_activity_at ?? rest.ended_at ?? rest.started_at,
      message_count: messageCount,
      api_call_count: api_calls,
      tool_call_count: tool_calls,
      cache_tail: null,
      cache_state: null,
    },
  };
}

const MessageFields = z.looseObject({
  id: z.int().positive(),
  role: z.string(),
  ts: z.number(),
  active: z.boolean().catch(true),
  turn_id: text,
  compacted: z.boolean().catch(false),
  copy_of: z.int().nullable().catch(null),
  tool_name: z.string().optional(),
});

function messageOf(value: unknown, place: string): ArchivedMessage {
  const fields = MessageFields.safeParse(value);
  if (!fields.success) throw new Unreadable(say.badMessage(place));
  const { type: _, id, ts, active, turn_id, compacted, copy_of, ...rest } = fields.data;
  const named = rest.tool_name === undefined || "name" in rest ? rest : { name: rest.tool_name, ...rest };
  const message: unknown = named;
  if (!isMessage(message)) throw new Unreadable(say.badMessage(place));
  return { id, turnId: turn_id, message, timestamp: ts, active, compacted, copyOf: copy_of };
}
