import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
import type { FoundMessage, SearchHit, SessionScope, Store } from "./store.ts";

const mostHits = 10;
const widestWindow = 20;
const usualWindow = 5;
const speakers = ["user", "assistant", "tool"] as const;

const Input = z.object({
  query: z.string().optional().describe('Words, all of them wanted; also "a phrase", OR, NOT, begin*'),
  limit: z.int().optional().describe(`Conversations, up to ${mostHits}; 3 unless told`),
  sort: z.enum(["newest", "oldest"]).optional().catch(undefined),
  detail: z.enum(["adaptive", "full"]).optional().catch(undefined).describe("full: every hit with its surroundings"),
  session_id: z.string().optional().describe("Alone: read that session"),
  around_message_id: z.int().optional().describe("Read around this message"),
  window: z.int().optional().describe(`Messages on either side, up to ${widestWindow}`),
  role_filter: z.string().optional().describe("Default user,assistant; tool is the third"),
  source: z.string().optional(),
});
type Input = z.output<typeof Input>;

export type SessionSearchDeps = {
  readonly store: Pick<Store, "search" | "recall" | "sessions">;
  /** All that may be seen; null on the owner's own machine, where that is everything. */
  readonly scope: SessionScope | null;
};

/** Earlier conversations, found by words, by place or by date. No model is asked. */
export function createSessionSearchTool(deps: SessionSearchDeps): Tool {
  return defineTool({
    name: "session_search",
    toolset: "session_search",
    description:
      "Search earlier conversations, also what was compacted out of this one. With a query: the best matches. With session_id or around_message_id from a result: read on there. Without arguments: the latest sessions.",
    concurrency: "free",
    readOnly: true,
    needsSession: true,
    input: Input,
    preview: ({ query, session_id: session }) => query ?? session ?? "latest sessions",
    run: async (input, context) => answer(input, context, deps),
  });
}

function answer(input: Input, context: ToolContext, deps: SessionSearchDeps): ToolOutcome {
  if (input.around_message_id !== undefined) return scroll(input, input.around_message_id, deps);
  if (isGiven(input.session_id)) return read(input.session_id, deps);
  return input.query === undefined ? browse(input, context, deps) : discover(input, input.query, context, deps);
}

function scroll({ session_id: asked, window }: Input, messageId: number, { store, scope }: SessionSearchDeps) {
  const sessionId = isGiven(asked) ? asked : null;
  const radius = between(1, window ?? usualWindow, widestWindow);
  const passage = store.recall.around({ sessionId, messageId, radius }, scope);
  switch (passage.kind) {
    case "no-session":
      return noSession(asked);
    case "no-message":
      return fail(`There is no message ${messageId}${sessionId === null ? "" : ` in session ${sessionId}`}.`);
    case "passage": {
      const { kind: _kind, messages, ...rest } = passage;
      const moved = sessionId !== null && rest.session_id !== sessionId;
      const warning = {
        warning: `Message ${messageId} belongs to ${rest.session_id}, another part of that conversation.`,
      };
      return ok({ ...(moved ? warning : {}), ...rest, messages: messages.map(told) });
    }
  }
}

function read(sessionId: string, { store, scope }: SessionSearchDeps): ToolOutcome {
  const reading = store.recall.read(sessionId, scope);
  if (reading === null) return noSession(sessionId);
  const { session, messages, omitted } = reading;
  const note = `${omitted} messages in the middle are not shown; read them with around_message_id.`;
  return ok({
    session_id: session.id,
    title: session.title,
    source: session.source,
    started: timeOf(session.started_at),
    last_activity: timeOf(session.last_activity_at),
    ...(omitted === 0 ? {} : { note }),
    messages: messages.map(told),
  });
}

function discover(input: Input, query: string, context: ToolContext, { store, scope }: SessionSearchDeps): ToolOutcome {
  const { sort, detail, source, role_filter: roles } = input;
  const wanted = speakersIn(roles);
  const { hits, note } = store.search(query, {
    ...surroundings(context, store, scope),
    ...(input.limit === undefined ? {} : { limit: between(1, input.limit, mostHits) }),
    ...(sort === undefined ? {} : { sort }),
    ...(detail === undefined ? {} : { detail }),
    ...(isGiven(source) ? { source } : {}),
    ...(wanted === null ? {} : { roles: wanted, includeTools: wanted.includes("tool") }),
  });
  return ok({ results: hits.map(toldHit), ...(note === null ? {} : { note }) });
}

function browse({ limit, source }: Input, context: ToolContext, { store, scope }: SessionSearchDeps): ToolOutcome {
  const sessions = store.recall.recent({
    ...surroundings(context, store, scope),
    limit: between(1, limit ?? mostHits, mostHits),
    ...(isGiven(source) ? { source } : {}),
  });
  const times = sessions.map(({ started_at: started, last_activity_at: last, ...rest }) => ({
    ...rest,
    started: timeOf(started),
    last_activity: timeOf(last),
  }));
  return ok({ sessions: times });
}

/** What the asker has before it and may see. */
function surroundings({ sessionId }: ToolContext, store: SessionSearchDeps["store"], scope: SessionScope | null) {
  const exceptConversation = store.sessions.get(sessionId)?.conversation_id ?? sessionId;
  return { exceptConversation, ...(scope === null ? {} : { within: scope }) };
}

/** null: the usual ones; so is a filter in which nobody can be recognised. */
function speakersIn(filter: string | undefined): readonly string[] | null {
  const named = (filter ?? "").toLowerCase().split(/[\s,]+/u);
  const known = speakers.filter((speaker) => named.includes(speaker));
  return known.length === 0 ? null : known;
}

function toldHit({ when, role, messages, bookend_start, bookend_end, detail, ...hit }: SearchHit) {
  const ends = { bookend_start: bookend_start.map(told), bookend_end: bookend_end.map(told) };
  return {
    ...hit,
    when: timeOf(when),
    matched_role: role,
    messages: messages.map(told),
    ...(detail === "full" ? ends : {}),
  };
}

function told({ anchor, ...message }: FoundMessage) {
  return anchor ? { ...message, anchor } : message;
}

function noSession(id: string | undefined): ToolOutcome {
  return fail(`There is no session ${id}. Call session_search without arguments to see the latest ones.`);
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== "";
}

function between(low: number, number: number, high: number): number {
  return Math.min(high, Math.max(low, number));
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
