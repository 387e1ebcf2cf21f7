import { Markdown, type MarkdownTheme } from "@earendil-works/pi-tui";
import { type Highlight, plainCode } from "./code/highlighter.ts";
import { withoutTrailingSpace } from "./lines.ts";
import type { Paint } from "./theme/paint.ts";

/** Markdown as it looks in this terminal. */
export function markdownLines(
  text: string,
  width: number,
  paint: Paint,
  highlight: Highlight = plainCode,
): readonly string[] {
  const options = { preserveOrderedListMarkers: true, renderLatex: false };
  const lines = new Markdown(text, 0, 0, themeOf(paint, highlight), undefined, options).render(width);
  return lines.map(withoutTrailingSpace);
}

function themeOf(paint: Paint, highlightCode: Highlight): MarkdownTheme {
  const { bold, dim, italic, accent, heading, link, code, quote } = paint;
  return {
    heading,
    link,
    linkUrl: dim,
    code,
    codeBlock: (text) => text,
    codeBlockBorder: dim,
    quote,
    quoteBorder: dim,
    hr: dim,
    listBullet: accent,
    bold,
    italic,
    strikethrough: dim,
    underline: (text) => text,
    highlightCode,
    codeBlockIndent: "  ",
  };
}
