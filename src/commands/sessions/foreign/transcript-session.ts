import { isMessage } from "../../../domain/message.ts";
import type { ArchivedMessage, ArchivedSession } from "../../../store/store.ts";

export type ReadTranscript = {
  readonly session: ArchivedSession;
  /** Lines that said nothing a conversation consists of, or could not be read. */
  readonly skipped: number;
};

export type TranscriptHead = {
  readonly id: string;
  readonly source: string;
  readonly model: string;
  readonly cwd: string | null;
  readonly title: string | null;
};

/** A message of another program, still to be checked. */
export type RawMessage = { readonly at: number; readonly fields: Readonly<Record<string, unknown>> };

/** A line of JSON, or null where it is none. */
export function jsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Epoch seconds of a time as these programs write it. */
export function secondsOf(time: string | undefined): number {
  const ms = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? 0 : ms / 1_000;
}

/** null: nothing was said in it. */
export function transcriptSession(
  head: TranscriptHead,
  raw: readonly RawMessage[],
  skipped: number,
): ReadTranscript | null {
  const messages = raw.flatMap(({ at, fields }, index): readonly ArchivedMessage[] => {
    const message: unknown = { ...fields, timestamp: at };
    if (!isMessage(message)) return [];
    return [{ id: index + 1, turnId: null, message, timestamp: at, active: true, compacted: false, copyOf: null }];
  });
  if (messages.length === 0) return null;
  const [first, last] = [messages[0]?.timestamp ?? 0, messages.at(-1)?.timestamp ?? 0];
  const session = {
    ...head,
    ...nothingSpent,
    conversation_id: head.id,
    provider: "",
    started_at: first,
    ended_at: last,
    end_reason: "user_exit",
    last_activity_at: last,
    message_count: messages.length,
    tool_call_count: messages.filter(({ message }) => message.role === "tool").length,
  };
  return { session: { session, systemPrompt: null, messages }, skipped: skipped + raw.length - messages.length };
}

const nothingSpent = {
  parent_session_id: null,
  relation: null,
  api_call_count: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost_usd: null,
  cost_status: "unknown",
  compression_count: 0,
  tools_hash: null,
  cache_tail: null,
  cache_state: null,
} as const;
