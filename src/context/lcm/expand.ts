import type { ContextNode, MessageReader, NodeReader, StoredWords } from "../../domain/context-nodes.ts";
import type { EngineContext } from "../../domain/engine-context.ts";
import { callsOf, textOf, type Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { describeImages } from "../compressor/cut-result.ts";
import { headingOf, idFrom } from "./node-name.ts";

export type ToolDeps = Pick<EngineContext, "nodes" | "messages" | "summariser"> & {
  readonly tokensOf: (text: string) => number;
};

type ExpandInput = {
  readonly node_id?: string | undefined;
  readonly message_id?: number | undefined;
  readonly offset: number;
  readonly limit_tokens: number;
};

/** One page of what a node was made of, or of a message. */
export function expand(input: ExpandInput, deps: ToolDeps): Readonly<Record<string, unknown>> {
  const { node_id: nodeId, message_id: row } = input;
  if ((nodeId === undefined) === (row === undefined)) return { error: "name either node_id or message_id" };
  const text = row === undefined ? nodeText(nodeId ?? "", deps) : messageText(row, deps);
  return text === null ? { error: `nothing is stored as ${nodeId ?? row}` } : pageOf(text, input, deps.tokensOf);
}

/** The messages a node stands for, in order, each once. */
export function sourcesOf(node: ContextNode, deps: Readers): readonly StoredWords[] {
  if (node.depth > 0)
    return node.children.flatMap((id) => {
      const child = deps.nodes.get(id);
      return child === null ? [] : sourcesOf(child, deps);
    });
  return node.firstMsg === null || node.lastMsg === null ? [] : deps.messages.between(node.firstMsg, node.lastMsg);
}

type Readers = { readonly nodes: NodeReader; readonly messages: MessageReader };

/** A node of nodes shows those: one goes down step by step. */
function nodeText(name: string, deps: ToolDeps): string | null {
  const node = deps.nodes.get(idFrom(name));
  if (node === null) return null;
  if (node.depth === 0) return sourcesOf(node, deps).map(lineOf).join("\n");
  const children = node.children.map((id) => deps.nodes.get(id)).filter((child) => child !== null);
  return children.map((child) => `${headingOf(child)}\n${child.text}`).join("\n\n");
}

function messageText(row: RowId, { messages }: ToolDeps): string | null {
  const message = messages.get(row);
  return message === null ? null : wordsOf(message);
}

export function lineOf({ id, message }: StoredWords): string {
  return `#${id} ${message.role}: ${wordsOf(message)}`;
}

function wordsOf(message: Message): string {
  const calls = callsOf(message).map(({ function: { name, arguments: text } }) => `${name}(${text})`);
  return [textOf(describeImages(message.content)), ...calls].filter((part) => part !== "").join("\n");
}

const charsPerToken = 4;

function pageOf(
  text: string,
  { offset, limit_tokens: most }: ExpandInput,
  tokensOf: ToolDeps["tokensOf"],
): Readonly<Record<string, unknown>> {
  let length = most * charsPerToken;
  while (length > 1 && tokensOf(text.slice(offset, offset + length)) > most) length = Math.floor(length / 2);
  const end = wholeCharacters(text, offset + length);
  return {
    text: text.slice(offset, end).toWellFormed(),
    next_offset: end < text.length ? end : null,
    total_chars: text.length,
  };
}

/** Not between the halves of one character, else the next page would begin with a broken one. */
function wholeCharacters(text: string, end: number): number {
  const isSplit =
    end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return isSplit ? end + 1 : end;
}
