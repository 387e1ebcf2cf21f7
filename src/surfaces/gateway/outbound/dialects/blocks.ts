import { codeMarks, type Stretch } from "../code-marks.ts";

/** A Markdown text as a list of lines and fenced blocks. */
export type Block =
  | { readonly kind: "line" | "heading" | "quote"; readonly text: string }
  | {
      readonly kind: "fence";
      readonly opener: string;
      readonly language: string;
      readonly code: string;
      readonly closer: string;
    };

export function blocksOf(text: string): readonly Block[] {
  const { fences } = codeMarks(text);
  const blocks: Block[] = [];
  let at = 0;
  for (const [index, open] of fences.entries()) {
    if (open.opens === null) continue;
    if (open.start > at) blocks.push(...linesOf(text.slice(at, open.start - 1)));
    const close = fences[index + 1] ?? { start: text.length + 1, end: text.length + 1 };
    blocks.push(fenceOf(text, { open, close, language: open.opens.language }));
    at = close.end;
  }
  const isOver = at > text.length || (at === text.length && at > 0 && !text.endsWith("\n"));
  return isOver ? blocks : [...blocks, ...linesOf(text.slice(at))];
}

type Fenced = { readonly open: Stretch; readonly close: Stretch; readonly language: string };

function fenceOf(text: string, { open, close, language }: Fenced): Block {
  const code = text.slice(open.end, Math.max(open.end, close.start - 1));
  const [opener, closer] = [open, close].map(({ start, end }) => text.slice(start, end).trimEnd());
  return { kind: "fence", opener: opener ?? "", language, code, closer: closer ?? "" };
}

const heading = /^#{1,6} +(?=\S)/;
const quote = /^ {0,3}> ?/;

function linesOf(text: string): readonly Block[] {
  return text.split("\n").map((line) => {
    const marked = heading.exec(line);
    if (marked !== null) return { kind: "heading", text: line.slice(marked[0].length) };
    const quoted = quote.exec(line);
    return quoted === null ? { kind: "line", text: line } : { kind: "quote", text: line.slice(quoted[0].length) };
  });
}
