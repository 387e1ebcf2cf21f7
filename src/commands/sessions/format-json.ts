import type { ArchivedMessage, ArchivedSession, SessionRow } from "../../store/store.ts";

type Line = Readonly<Record<string, unknown>>;

/** JSON lines: the session first, then one line per message. Line separators are escaped, so a line stays one. */
export function sessionLines(archived: ArchivedSession): string {
  const lines = [{ type: "session", ...sessionFields(archived) }, ...archived.messages.map(messageLine)];
  return lines.map((line) => `${escapeSeparators(JSON.stringify(line))}\n`).join("");
}

/** JSON allows U+2028 and U+2029 in a string; readers that split by lines do not. */
function escapeSeparators(text: string): string {
  return text.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

export function sessionDocument(archived: ArchivedSession): Line {
  return { ...sessionFields(archived), messages: archived.messages.map(messageLine) };
}

function sessionFields({ session, systemPrompt }: ArchivedSession): Line {
  return {
    v: 1,
    id: session.id,
    title: session.title,
    source: session.source,
    model: session.model,
    parent: session.parent_session_id,
    relation: session.relation,
    started_at: session.started_at,
    ended_at: session.ended_at,
    end_reason: session.end_reason,
    cwd: session.cwd,
    usage: usageOf(session),
    cost_usd: session.cost_usd,
    system_prompt: systemPrompt,
    provider: session.provider,
    conversation_id: session.conversation_id,
    last_activity_at: session.last_activity_at,
    api_calls: session.api_call_count,
    tool_calls: session.tool_call_count,
    cost_status: session.cost_status,
    compression_count: session.compression_count,
    tools_hash: session.tools_hash,
  };
}

function usageOf(session: SessionRow): Line {
  return {
    input_tokens: session.input_tokens,
    output_tokens: session.output_tokens,
    cache_read_tokens: session.cache_read_tokens,
    cache_write_tokens: session.cache_write_tokens,
    reasoning_tokens: session.reasoning_tokens,
  };
}

function messageLine({ id, turnId, message, timestamp, active, compacted, copyOf }: ArchivedMessage): Line {
  const { role, content, ...rest } = message;
  const marks = { ...(compacted ? { compacted } : {}), ...(copyOf === null ? {} : { copy_of: copyOf }) };
  return { type: "message", id, role, content, ...rest, ts: timestamp, active, turn_id: turnId, ...marks };
}
