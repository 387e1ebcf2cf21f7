import type { Message } from "./message.ts";
import type { RowId } from "./turn-journal.ts";

/** What an engine keeps of a piece of a conversation. It belongs to the conversation, whatever session id that has by then. */
export type ContextNode = NewNode & {
  readonly id: string;
  /** Epoch seconds. */
  readonly createdAt: number;
  /** Nodes whose place it took. */
  readonly supersedes: readonly string[];
};

export type NewNode = {
  readonly depth: number; // 0: made of messages, else of the nodes in `children`
  readonly text: string;
  readonly tokens: number;
  /** How it was made, in the engine's own count. */
  readonly level: number;
  /** Rows of the message table, both included; null where no row is known. */
  readonly firstMsg: RowId | null;
  readonly lastMsg: RowId | null;
  readonly children: readonly string[];
};

export type NodeFilter = {
  readonly depth?: number;
  /** Only nodes that speak of a row in this range. */
  readonly from?: RowId;
  readonly to?: RowId;
};

/** In the order of the messages they speak of; superseded nodes are found by their id alone. */
export type NodeReader = {
  readonly get: (id: string) => ContextNode | null;
  readonly list: (filter?: NodeFilter) => readonly ContextNode[];
  /** Nodes that contain every word, newest first. */
  readonly search: (query: string, limit: number) => readonly ContextNode[];
};

/** Inside one transaction: what it reads is what it changes. Both give back the id of the new node. */
export type NodeWriter = NodeReader & {
  readonly put: (node: NewNode) => string;
  readonly supersede: (ids: readonly string[], node: NewNode) => string;
};

/** The nodes of one engine in one conversation. Nothing is ever deleted. */
export type NodeStore = NodeReader & {
  /** All writes of `work` last together or not at all; what it throws undoes them. Rejects where the conversation was lost. */
  readonly transact: <T>(work: (nodes: NodeWriter) => T) => Promise<T>;
};

export type StoredWords = { readonly id: RowId; readonly message: Message };

export type FoundWords = {
  readonly id: RowId;
  readonly sessionId: string;
  readonly role: string;
  readonly snippet: string;
};

/** What was said in a conversation, in all its sessions: an engine may leave it out of a request, never lose it. */
export type MessageReader = {
  readonly get: (row: RowId) => Message | null;
  /** The rows of one session from one to the other, both included. */
  readonly between: (first: RowId, last: RowId) => readonly StoredWords[];
  /** Messages that contain every word, newest first; "all": those of other conversations too, best first. */
  readonly search: (query: string, scope: "conversation" | "all", limit: number) => readonly FoundWords[];
};
