import { z } from "zod";
import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import type { ContextNode, NewNode, NodeFilter, NodeReader, NodeStore, NodeWriter } from "../domain/context-nodes.ts";
import type { Fence } from "../domain/turn-journal.ts";
import type { Connection } from "./connection.ts";
import { assertHeld } from "./leases.ts";

export type NodeDeps = { readonly connection: Connection; readonly clock: Clock; readonly rng: Rng };

/** Whose nodes they are, and the lease their writer must still hold; null: nobody guards the conversation. */
export type NodePlace = {
  readonly conversationId: string;
  readonly engine: string;
  readonly fence: () => Fence | null;
};

const ids = z
  .string()
  .nullable()
  .transform((json) => (json === null ? [] : z.array(z.string()).parse(JSON.parse(json))));
const Row = z
  .object({
    id: z.string(),
    depth: z.number(),
    text: z.string(),
    tokens: z.number(),
    level: z.number(),
    first_msg: z.number().nullable(),
    last_msg: z.number().nullable(),
    children: ids,
    created_at: z.number(),
    supersedes: ids,
  })
  .transform(({ first_msg: firstMsg, last_msg: lastMsg, created_at: createdAt, ...rest }): ContextNode => ({
    ...rest,
    firstMsg,
    lastMsg,
    createdAt,
  }));

/** An engine's nodes of one conversation, bound to both: it sees and changes no others. */
export function nodeStore(deps: NodeDeps, place: NodePlace): NodeStore {
  const { connection } = deps;
  const reader = readerOf(connection, place);
  const insert = (node: NewNode, supersedes: readonly string[]): string => insertNode(deps, place, node, supersedes);
  const writer: NodeWriter = {
    ...reader,
    put: (node: NewNode) => insert(node, []),
    supersede: (old: readonly string[], node: NewNode) => insert(node, old),
  };
  return {
    get: (id) => connection.read(() => reader.get(id)),
    list: (filter) => connection.read(() => reader.list(filter)),
    search: (query, limit) => connection.read(() => reader.search(query, limit)),
    transact: (work) =>
      connection.write(() => {
        const fence = place.fence();
        if (fence !== null) assertHeld(connection, fence);
        return work(writer);
      }),
  };
}

/** Undone messages take the nodes that speak of them along, and what those had replaced counts again. */
const isSaid = `NOT EXISTS (SELECT 1 FROM messages m WHERE m.active = 0 AND m.id IN (n.first_msg, n.last_msg))`;

function readerOf({ statement }: Connection, { conversationId, engine }: NodePlace): NodeReader {
  const own = "conversation_id = ? AND engine = ?";
  const all = (): readonly ContextNode[] =>
    statement(
      `SELECT * FROM context_nodes n WHERE ${own} AND ${isSaid} ORDER BY first_msg, last_msg DESC, depth DESC, rowid`,
    )
      .all(conversationId, engine)
      .map((row) => Row.parse(row));
  const current = (): readonly ContextNode[] => {
    const nodes = all();
    const replaced = new Set(nodes.flatMap(({ supersedes }) => supersedes));
    return nodes.filter(({ id }) => !replaced.has(id));
  };
  return {
    get: (id) => {
      const row = statement(`SELECT * FROM context_nodes WHERE id = ? AND ${own}`).get(id, conversationId, engine);
      return row === undefined ? null : Row.parse(row);
    },
    list: (filter = {}) => current().filter((node) => fits(node, filter)),
    search: (query, limit) => {
      const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
      const hit = ({ text }: ContextNode): boolean => words.every((word) => text.toLowerCase().includes(word));
      return words.length === 0 ? [] : current().filter(hit).toReversed().slice(0, Math.max(0, limit));
    },
  };
}

function fits({ depth, firstMsg, lastMsg }: ContextNode, filter: NodeFilter): boolean {
  const { from = -Infinity, to = Infinity } = filter;
  if (filter.depth !== undefined && depth !== filter.depth) return false;
  return (lastMsg ?? Infinity) >= from && (firstMsg ?? -Infinity) <= to;
}

function insertNode(deps: NodeDeps, place: NodePlace, node: NewNode, supersedes: readonly string[]): string {
  const id = deps.rng.hex(12);
  deps.connection
    .statement(
      `INSERT INTO context_nodes (id, conversation_id, engine, depth, text, tokens, level, first_msg, last_msg, children,
         created_at, supersedes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      place.conversationId,
      place.engine,
      node.depth,
      node.text,
      node.tokens,
      node.level,
      node.firstMsg,
      node.lastMsg,
      JSON.stringify(node.children),
      secondsOf(deps.clock),
      supersedes.length === 0 ? null : JSON.stringify(supersedes),
    );
  return id;
}
