import type { CacheTail } from "../domain/cache.ts";
import type { Message } from "../domain/message.ts";
import type { CostStatus } from "../domain/turn.ts";
import type { TurnJournal } from "../domain/turn-journal.ts";

/** One SQLite file per profile. Reading needs no lease; every write of a turn goes through a journal bound to one. */
export type Store = Disposable & {
  readonly path: string;
  /** Why nothing may be written (a newer schema), or null. */
  readonly readOnly: string | null;
  readonly sessions: SessionTable;
  readonly leases: LeaseTable;
  /** Without a lease writes are not fenced: imports and tests. */
  readonly openJournal: (lease: Lease | null) => TurnJournal;
};

export type SessionTable = {
  /** The row appears together with its prompt, never before. */
  readonly create: (session: NewSession) => Promise<void>;
  readonly get: (id: string) => SessionRow | null;
  readonly list: (filter: SessionFilter) => readonly SessionRow[];
  /** `latest`, an id, a unique id prefix, a title or a unique title prefix (surfaces 2.10). */
  readonly resolve: (reference: string, options: { readonly exact: boolean }) => Resolution;
  /** The newest session of a directory's workspace, else the newest of that source. */
  readonly latest: (filter: { readonly cwd: string | null; readonly source: string | null }) => SessionRow | null;
  /** Active messages in order, as stored. */
  readonly history: (id: string) => readonly Message[];
  readonly prompt: (id: string) => StoredPrompt | null;
  readonly savePrompt: (id: string, prompt: StoredPrompt) => Promise<void>;
  readonly saveCacheTail: (id: string, tail: CacheTail | null) => Promise<void>;
  readonly saveToolsHash: (id: string, hash: string) => Promise<void>;
  readonly end: (id: string, reason: string) => Promise<void>;
  /** Copies a session with its messages and prompt into a new one, relation `branch`. */
  readonly fork: (id: string, newId: string) => Promise<void>;
};

export type NewSession = {
  readonly id: string;
  readonly source: string;
  readonly model: string;
  readonly provider: string;
  readonly cwd: string;
  readonly title: string | null;
  readonly prompt: StoredPrompt | null;
  readonly toolsHash: string | null;
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
};

export type SessionFilter = {
  readonly source?: string;
  readonly workspace?: string;
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
};

/** Held by this process until released, expired or taken over; the fencing token is checked on each write. */
export type Lease = {
  readonly resource: string;
  readonly token: number;
  /** False: it was lost. */
  readonly renew: () => Promise<boolean>;
  readonly release: () => Promise<void>;
};
