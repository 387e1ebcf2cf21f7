import { extname } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { binaryKind } from "../../tools/files/file-kind.ts";
import { referencePhrases as say } from "../../text/phrases/references.ts";
import { type Attachment, fenced, lineCount } from "./attachment.ts";
import type { LineRange } from "./find-references.ts";

const largestBytes = 5_000_000; // no window holds more
const languages: Readonly<Record<string, string>> = {
  cjs: "javascript",
  js: "javascript",
  md: "markdown",
  mjs: "javascript",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  ts: "typescript",
  yml: "yaml",
};

export type NamedFile = {
  readonly token: string;
  /** Where it really is; what was checked is what is read. */
  readonly real: string;
  readonly size: number;
  readonly lines: LineRange | null;
};

/** The text of a file, or the lines that were asked for, as far as there are any. */
export function attachFile({ token, real, size, lines }: NamedFile): Attachment {
  const binary = binaryKind(real, real);
  if (binary !== null) return { kind: "warning", text: say.binary(token, binary, size) };
  const file = readBounded(real, largestBytes);
  if (file.kind !== "read") return { kind: "warning", text: say.tooLarge(token, size) };
  const text = new TextDecoder().decode(file.bytes).replaceAll(/\r\n?/gu, "\n");
  const { shown, title } = part(text, lines);
  const block = { kind: "block", text: `${token} (${title})\n${fenced(shown, languageOf(real))}` } as const;
  return text.includes("\uFFFD") ? { ...block, warning: say.notUtf8(token) } : block;
}

function part(text: string, range: LineRange | null): { readonly shown: string; readonly title: string } {
  const lines = text.replace(/\n$/u, "").split("\n");
  const total = text === "" ? 0 : lines.length;
  if (range === null) return { shown: text, title: lineCount(total) };
  const first = Math.min(range.first, lines.length);
  const last = Math.min(range.last, lines.length);
  return { shown: lines.slice(first - 1, last).join("\n"), title: `lines ${first}-${last} of ${total}` };
}

function languageOf(path: string): string {
  const extension = extname(path).slice(1).toLowerCase();
  return languages[extension] ?? (/^[a-z0-9+]{1,12}$/.test(extension) ? extension : "");
}
