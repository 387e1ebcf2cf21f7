import type { ContextNode } from "../../domain/context-nodes.ts";
import type { ToolDeps } from "./expand.ts";
import { idFrom, nameOf } from "./node-name.ts";

type Answer = Readonly<Record<string, unknown>>;
type GrepInput = { readonly query: string; readonly scope: "conversation" | "all"; readonly limit: number };

const snippetChars = 200;
const mostListed = 60;

export function grep({ query, scope, limit }: GrepInput, { nodes, messages }: ToolDeps): Answer {
  return {
    nodes: nodes.search(query, limit).map((node) => ({ ...rowOf(node), snippet: around(node.text, query) })),
    messages: messages.search(query, scope, limit).map(({ id, sessionId, role, snippet }) => ({
      message_id: id,
      role,
      snippet,
      ...(scope === "all" ? { session_id: sessionId } : {}),
    })),
  };
}

/** The tree, from above; or one node with those below it. */
export function describe({ node_id: name }: { readonly node_id?: string | undefined }, { nodes }: ToolDeps): Answer {
  if (name === undefined) {
    const all = nodes.list();
    const below = new Set(all.flatMap(({ children }) => children));
    const top = all.filter(({ id }) => !below.has(id));
    return {
      total: all.length,
      nodes: top.slice(-mostListed).map(rowOf),
      left_off: Math.max(0, top.length - mostListed),
    };
  }
  const node = nodes.get(idFrom(name));
  if (node === null) return { error: `no such node: ${name}` };
  const children = node.children.map((id) => nodes.get(id)).filter((child) => child !== null);
  return { ...rowOf(node), children: children.map(rowOf) };
}

function rowOf(node: ContextNode): Answer {
  const { depth, tokens, level, firstMsg, lastMsg } = node;
  return { node_id: nameOf(node), depth, messages: `${firstMsg ?? "?"}–${lastMsg ?? "?"}`, tokens, level };
}

function around(text: string, query: string): string {
  const [word = ""] = query.trim().split(/\s+/u);
  const at = Math.max(0, text.toLowerCase().indexOf(word.toLowerCase()));
  const from = Math.max(0, at - snippetChars / 4);
  return text
    .slice(from, from + snippetChars)
    .replaceAll(/\s+/gu, " ")
    .toWellFormed();
}
