import { blocksOf, type Block } from "./blocks.ts";
import { inlineOf, type Emphasis, type Inline } from "./inline.ts";

/** From the Markdown a model writes to what a platform shows. Never throws; unknown markup is text. */
export type Dialect = (markdown: string) => string;

/** How one markup writes each piece. Whatever is given to `text` and `code` comes back safe. */
export type Spelling = {
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
  readonly emphasis: Readonly<Record<Emphasis, (inside: string) => string>>;
  readonly link: (label: string, url: string) => string;
  readonly heading: (inside: string) => string;
  readonly quote: (inside: string) => string;
  readonly fence: (block: Extract<Block, { kind: "fence" }>) => string;
};

export function dialectOf(spelling: Spelling): Dialect {
  return (markdown) =>
    blocksOf(markdown)
      .map((block) => spellBlock(block, spelling))
      .join("\n");
}

function spellBlock(block: Block, spelling: Spelling): string {
  switch (block.kind) {
    case "fence":
      return spelling.fence(block);
    case "line":
      return spellLine(inlineOf(block.text), spelling);
    case "heading":
      return spelling.heading(spellLine(inlineOf(block.text).flatMap(withoutBold), spelling));
    case "quote":
      return spelling.quote(spellLine(inlineOf(block.text), spelling));
  }
}

/** A heading is bold already, and most markups cannot be that twice. */
function withoutBold(token: Inline): readonly Inline[] {
  if (!("inside" in token)) return [token];
  const inside = token.inside.flatMap(withoutBold);
  return token.kind === "bold" ? inside : [{ ...token, inside }];
}

function spellLine(tokens: readonly Inline[], spelling: Spelling): string {
  return tokens.map((token) => spellToken(token, spelling)).join("");
}

function spellToken(token: Inline, spelling: Spelling): string {
  switch (token.kind) {
    case "text":
      return spelling.text(token.text);
    case "code":
      return spelling.code(token.text);
    case "link":
      return spelling.link(token.label, token.url);
    case "bold":
    case "italic":
    case "strike":
      return spelling.emphasis[token.kind](spellLine(token.inside, spelling));
  }
}
