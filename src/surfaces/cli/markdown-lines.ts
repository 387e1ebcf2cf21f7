import { Markdown, type MarkdownTheme } from "@earendil-works/pi-tui";
import { withoutTrailingSpace } from "./lines.ts";
import type { Paint } from "./paint.ts";

/** Markdown as it looks in this terminal. */
export function markdownLines(text: string, width: number, paint: Paint): readonly string[] {
  const options = { preserveOrderedListMarkers: true, renderLatex: false };
  const lines = new Markdown(text, 0, 0, themeOf(paint), undefined, options).render(width);
  return lines.map(withoutTrailingSpace);
}

function themeOf(paint: Paint): MarkdownTheme {
  const { bold, dim, italic, accent } = paint;
  return {
    heading: (text) => bold(accent(text)),
    link: accent,
    linkUrl: dim,
    code: accent,
    codeBlock: (text) => text,
    codeBlockBorder: dim,
    quote: italic,
    quoteBorder: dim,
    hr: dim,
    listBullet: accent,
    bold,
    italic,
    strikethrough: dim,
    underline: (text) => text,
    codeBlockIndent: "  ",
  };
}
