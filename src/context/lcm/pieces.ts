import type { ContextNode, NewNode } from "../../domain/context-nodes.ts";
import type { Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { serialise, unfenced, type Caps } from "../compressor/serialise.ts";
import { clean } from "../compressor/clean.ts";
import type { Scales } from "../compressor/weigh.ts";
import type { Root } from "./cover.ts";
import { condensedByRules, leafByRules } from "./deterministic.ts";
import type { Limits } from "./limits.ts";
import { mostFor, type Piece, type Written } from "./scribe.ts";
import type { Spine } from "./spine.ts";

type PieceParts = {
  readonly limits: Limits;
  readonly scales: Scales;
  readonly rowOf: (message: Message) => RowId | null;
};

const caps: Caps = { first: 4_000, last: 1_500, arguments: 1_500 };

/** The messages `[from, to)`, to become a leaf. */
export function leafPiece({ messages, shown, weights }: Spine, from: number, to: number, parts: PieceParts): Piece {
  const tokens = weights.from(from) - weights.from(to);
  const most = mostFor(tokens, parts.limits.leafMost);
  const numbered = messages.slice(from, to).map((message) => ({ id: parts.rowOf(message), message }));
  return {
    get text() {
      return shown
        .slice(from, to)
        .map((message) => serialise(message, caps))
        .join("\n");
    },
    tokens,
    most,
    byRules: () => leafByRules(numbered, most, parts.scales.text),
  };
}

/** Nodes side by side, to become one. */
export function condensePiece(children: readonly ContextNode[], { limits, scales }: PieceParts): Piece {
  const tokens = children.reduce((total, child) => total + child.tokens, 0);
  const most = mostFor(tokens, limits.condensedMost);
  return {
    text: unfenced(clean(children.map(({ text }) => text).join("\n\n"))),
    tokens,
    most,
    byRules: () => condensedByRules(children, most, scales.text),
  };
}

export function leafNode({ keys }: Spine, from: number, to: number, written: Sized): NewNode {
  const [firstMsg = null, lastMsg = null] = [keys[from], keys[to - 1]];
  return { depth: 0, ...written, firstMsg, lastMsg, children: [] };
}

export function condensedNode(children: readonly ContextNode[], written: Sized): NewNode {
  return {
    depth: Math.max(...children.map(({ depth }) => depth)) + 1,
    ...written,
    firstMsg: children[0]?.firstMsg ?? null,
    lastMsg: children.at(-1)?.lastMsg ?? null,
    children: children.map(({ id }) => id),
  };
}

type Sized = Pick<NewNode, "text" | "level" | "tokens">;

export function sized({ text, level }: Written, { text: tokensOf }: Scales): Sized {
  return { text, level, tokens: tokensOf(text) };
}

export function nodesOf(roots: readonly Root[]): readonly ContextNode[] {
  return roots.map(({ node }) => node);
}
