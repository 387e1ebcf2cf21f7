import type { UndoneCompression } from "../domain/undone-compression.ts";
import type { AskedCommand } from "./asked-commands.ts";
import type { BreakTally } from "../domain/cache-break.ts";
import type { CacheTail } from "../domain/cache.ts";
import type { CompressionRecord, EngineState } from "../domain/context-engine.ts";
import type { MessageReader, NodeStore } from "../domain/context-nodes.ts";
import type { CacheState } from "../domain/cache-state.ts";
import type { GatewayLedger } from "../domain/gateway-ledger.ts";
import type { Message } from "../domain/message.ts";
import type { CostStatus, SideCost } from "../domain/turn.ts";
import type { Fence, RowId, TurnJournal } from "../domain/turn-journal.ts";
import type { Insights } from "./insights/insights.ts";
import type { Recording } from "./recording.ts";

/** One SQLite file per profile. Reading needs no lease; every write of a turn goes through a journal bound to one. */
export type Store = Disposable & {
  readonly path: string;
  /** Why nothing may be written (a newer schema), or null. */
  readonly readOnly: string | null;
  readonly sessions: SessionTable;
  readonly leases: LeaseTable;
  /** Without a lease writes are not fenced: imports and tests. */
  readonly openJournal: (lease: Lease | null) => TurnJournal;
  /** What an engine keeps of a conversation; writes are checked against the fence of that moment, where there is one. */
  readonly nodes: (conversationId: string, engine: string, fence: () => Fence | null) => NodeStore;
  /** What was said in a conversation, for its engine. */
  readonly messages: (conversationId: string) => MessageReader;
  /** Full-text discovery over all conversations; no input is an error. */
  readonly search: (query: string, options?: SearchOptions) => SearchAnswer;
  readonly recall: Recall;
  readonly archive: Archive;
  /** Figures of what was done, for people; loaded when somebody asks. */
  readonly insights: () => Promise<Insights>;
  /** How a conversation went, for whoever shows it again; loaded when somebody asks. Null: there is no such session. */
  readonly recording: (sessionId: string) => Promise<Recording | null>;
  /** Shell commands a person was asked about, newest first. */
  readonly askedCommands: () => readonly AskedCommand[];
  /** What a gateway keeps; loaded when one asks. */
  readonly gateway: () => Promise<GatewayLedger>;
};

export type SessionTable = {
  /** The row appears together with its prompt, never before. */
  readonly create: (session: NewSession) => Promise<void>;
  readonly get: (id: string) => SessionRow | null;
  readonly list: (filter: SessionFilter) => readonly SessionRow[];
  /** What a person chooses from; at most so many. */
  readonly overview: (limit: number) => readonly SessionOverview[];
  /** The ids of all sessions a conversation went through, oldest first. */
  readonly segments: (conversationId: string) => readonly string[];
  /** Out of all lists, or back; found by their names as before. How many there were. */
  readonly archive: (ids: readonly string[], isArchived: boolean) => Promise<number>;
  /** `latest`, an id, a unique id prefix, a title or a unique title prefix (surfaces 2.10). */
  readonly resolve: (reference: string, options: { readonly exact: boolean }) => Resolution;
  /** The newest session of a directory's workspace, else the newest of that source. */
  readonly latest: (filter: { readonly cwd: string | null; readonly source: string | null }) => SessionRow | null;
  /** Active messages in order, as stored: calls that a dead process left open are still open. */
  readonly history: (id: string) => readonly Message[];
  readonly prompt: (id: string) => StoredPrompt | null;
  readonly savePrompt: (id: string, prompt: StoredPrompt) => Promise<void>;
  /** With the breaks since it was saved last, which are added to the session's. */
  readonly saveCacheState: (id: string, state: CacheState, breaks: readonly BreakTally[]) => Promise<void>;
  /** The newest row of a session, undone ones included; null: it has none. */
  readonly lastRow: (id: string) => RowId | null;
  /** The messages of `history` with the rows they are stored in. */
  readonly rows: (id: string) => readonly { readonly id: RowId; readonly message: Message }[];
  /** What the conversation remembers about its compressions; null: it is not stored yet. */
  readonly engineState: (conversationId: string) => EngineState | null;
  /** False: it is not stored yet. */
  readonly saveEngineState: (conversationId: string, state: EngineState) => Promise<boolean>;
  /** Takes back the compression that made this session, the tip of its conversation; whoever does it holds the lease. */
  readonly undoCompression: (tipId: string, fence: Fence) => Promise<UndoneCompression>;
  /** From this row on nothing is part of the session any more, though it stays stored; whoever does it holds the lease. */
  readonly rewind: (id: string, from: RowId, fence: Fence) => Promise<Rewound>;
  /** Only what is sent has become shorter; the session goes on. */
  readonly countCompression: (id: string) => Promise<void>;
  /** An attempt that replaced nothing: it failed, was put off, or changed only what an engine sends. */
  readonly noteCompression: (id: string, record: CompressionRecord) => Promise<void>;
  /** What a conversation has cost over all its sessions; not whole: something in it had no price. */
  readonly spent: (conversationId: string) => { spentUsd: number; isWhole: boolean };
  /** Side work that belongs to no turn. */
  readonly addCosts: (id: string, costs: readonly SideCost[]) => Promise<void>;
  readonly saveToolsHash: (id: string, hash: string) => Promise<void>;
  readonly end: (id: string, reason: string) => Promise<void>;
  /** Copies a session with its messages and prompt into a new one, relation `branch`. */
  readonly fork: (id: string, newId: string) => Promise<void>;
  readonly rename: (id: string, title: string | null) => Promise<"renamed" | "taken" | "missing">;
  /** All or none: a session in use by a live process refuses. Children move up to the parent. */
  readonly remove: (ids: readonly string[]) => Promise<Removal>;
};

export type Rewound =
  | { readonly kind: "rewound"; readonly messages: number }
  | { readonly kind: "nothing" } // no such row is part of it
  | { readonly kind: "compressed" }; // a summary speaks of what would have to go

export type Removal =
  | { readonly kind: "removed"; readonly count: number }
  | { readonly kind: "in-use"; readonly id: string; readonly holder: string };

export type NewSession = {
  readonly id: string;
  readonly source: string;
  readonly model: string;
  readonly provider: string;
  readonly cwd: string;
  readonly title: string | null;
  readonly prompt: StoredPrompt | null;
  readonly toolsHash: string | null;
  readonly gitRoot?: string | null;
  readonly gitBranch?: string | null;
  readonly parentSessionId?: string | null;
  readonly relation?: "branch" | "delegation" | "background" | "cron" | null;
  /** Who speaks and where, on surfaces that many people share; a session without them belongs to the owner alone. */
  readonly userId?: string | null;
  readonly chatId?: string | null;
};

export type StoredPrompt = { readonly text: string; readonly meta: unknown };

export type SessionRow = {
  readonly id: string;
  readonly conversation_id: string;
  readonly source: string;
  readonly title: string | null;
  readonly model: string;
  readonly provider: string;
  readonly cwd: string | null;
  readonly parent_session_id: string | null;
  readonly relation: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
  readonly last_activity_at: number;
  readonly message_count: number;
  readonly tool_call_count: number;
  readonly api_call_count: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number | null;
  readonly cost_status: CostStatus;
  readonly compression_count: number;
  readonly tools_hash: string | null;
  readonly cache_tail: CacheTail | null;
  readonly cache_state: CacheState | null;
};

export type SessionOverview = {
  readonly session: SessionRow;
  /** The first words of the person. */
  readonly preview: string;
  readonly state: "done" | "interrupted" | "error" | "empty";
};

export type SessionFilter = {
  /** Those that were put away, instead of the others. */
  readonly archived?: boolean;
  readonly source?: string;
  readonly workspace?: string;
  readonly within?: SessionScope;
  readonly limit?: number;
};

export type Resolution =
  | { readonly kind: "found"; readonly session: SessionRow }
  | { readonly kind: "ambiguous"; readonly candidates: readonly SessionRow[] } // at most 10
  | { readonly kind: "missing" };

export type LeaseTable = {
  /** null when somebody else who is alive holds it. A dead holder on this host is taken over at once. */
  readonly acquire: (resource: string, ttlMs: number) => Promise<Lease | null>;
  readonly holder: (resource: string) => string | null;
  /** What somebody alive holds. */
  readonly held: () => readonly string[];
};

/** Held by this process until released, expired or taken over; the fencing token is checked on each write. */
export type Lease = {
  readonly resource: string;
  readonly token: number;
  /** False: it was lost. */
  readonly renew: () => Promise<boolean>;
  readonly release: () => Promise<void>;
};

export type SearchOptions = {
  /** Conversations, not messages; 3 unless told. */
  readonly limit?: number;
  /** Also what tools returned. */
  readonly includeTools?: boolean;
  /** Only what these said; everybody who is searched at all unless told. */
  readonly roles?: readonly string[];
  readonly source?: string;
  readonly within?: SessionScope;
  /** "full": every hit with its surroundings, not only the first. */
  readonly detail?: "adaptive" | "full";
  /** Time first, rank second; without it rank alone. */
  readonly sort?: "newest" | "oldest";
  /** The conversation whose live text the asker has before it; what compression archived is still found. */
  readonly exceptConversation?: string;
};

export type SearchAnswer = {
  readonly hits: readonly SearchHit[];
  /** Why there are no hits although something was typed, or null. */
  readonly note: string | null;
};

/** The sessions of one person in one chat: all that surface may see. Without a scope everything is seen. */
export type SessionScope = { readonly userId: string; readonly chatId: string };

/** One conversation. Only the first hit carries its surroundings, unless more was asked for. */
export type SearchHit = {
  readonly session_id: string;
  readonly parent_session_id: string;
  readonly title: string | null;
  readonly source: string;
  readonly model: string;
  readonly when: number;
  readonly role: string;
  readonly snippet: string;
  readonly match_message_id: number;
  readonly messages: readonly FoundMessage[];
  readonly messages_before: number;
  readonly messages_after: number;
  readonly bookend_start: readonly FoundMessage[];
  readonly bookend_end: readonly FoundMessage[];
  readonly detail: "full" | "anchor";
};

export type FoundMessage = {
  readonly id: number;
  readonly role: string;
  readonly text: string;
  readonly anchor: boolean;
};

/** What was said, found by its place instead of its words. Messages that were undone are never among it. */
export type Recall = {
  readonly around: (place: PassagePlace, scope: SessionScope | null) => Passage;
  /** Its beginning and its end where it is long; null where there is no such session in the scope. */
  readonly read: (sessionId: string, scope: SessionScope | null) => SessionReading | null;
  /** The conversations in which something happened last. */
  readonly recent: (options: RecentOptions) => readonly RecentSession[];
};

/** Without a session id the message's own session is meant. */
export type PassagePlace = {
  readonly sessionId: string | null;
  readonly messageId: number;
  readonly radius: number;
};

export type Passage =
  | ({ readonly kind: "passage"; readonly session_id: string; readonly title: string | null } & Pick<
      SearchHit,
      "messages" | "messages_before" | "messages_after"
    >)
  | { readonly kind: "no-session" }
  | { readonly kind: "no-message" };

export type SessionReading = {
  readonly session: SessionRow;
  readonly messages: readonly FoundMessage[];
  /** How many messages between the beginning and the end are not shown. */
  readonly omitted: number;
};

export type RecentOptions = Pick<SearchOptions, "limit" | "source" | "within" | "exceptConversation">;

export type RecentSession = {
  readonly session_id: string;
  readonly title: string | null;
  readonly source: string;
  readonly started_at: number;
  readonly last_activity_at: number;
  readonly message_count: number;
  readonly preview: string;
};

/** Whole sessions in and out, and what a household needs to know about them. */
export type Archive = {
  /** Every row of a session, undone and compacted ones too, as stored. */
  readonly read: (id: string) => ArchivedSession | null;
  readonly ids: () => readonly string[];
  /** Sessions that are already here stay as they are. One transaction. */
  readonly add: (sessions: readonly ArchivedSession[]) => Promise<ArchiveResult>;
  /** Ended sessions of conversations in which nothing happened since `beforeSeconds`. */
  readonly prunable: (filter: PruneFilter) => readonly SessionRow[];
  readonly stats: () => StoreStats;
  /** The index merged and the file written anew without gaps; its bytes before and after. */
  readonly optimize: () => Promise<{ readonly before: number; readonly after: number }>;
  /** Throws the search index away and reads every message anew. */
  readonly rebuildIndex: () => Promise<IndexReport>;
};

export type IndexReport = { readonly indexed: number; readonly damaged: readonly DamagedMessage[] };

/** A row in which some fields cannot be read; the others can. */
export type DamagedMessage = { readonly id: number; readonly sessionId: string; readonly fields: readonly string[] };

export type ArchivedSession = {
  readonly session: SessionRow;
  readonly systemPrompt: string | null;
  readonly messages: readonly ArchivedMessage[];
};

export type ArchivedMessage = {
  readonly id: number;
  readonly turnId: string | null;
  readonly message: Message;
  readonly timestamp: number;
  readonly active: boolean;
  readonly compacted: boolean;
  readonly copyOf: number | null;
};

export type ArchiveResult = {
  readonly added: readonly string[];
  readonly present: readonly string[];
  readonly messages: number;
};

export type PruneFilter = { readonly beforeSeconds: number; readonly source?: string; readonly workspace?: string };

export type StoreStats = {
  readonly sessions: number;
  readonly conversations: number;
  readonly messages: number;
  readonly turns: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
  readonly cost_usd: number | null;
  readonly file_bytes: number;
  readonly by_source: Readonly<Record<string, number>>;
  readonly by_exit_reason: Readonly<Record<string, number>>;
  /** Of all tokens that were sent, those read from a provider's cache; null: nothing was sent. */
  readonly cache_read_share: number | null;
  readonly cache_breaks: Readonly<Record<string, number>>;
};
