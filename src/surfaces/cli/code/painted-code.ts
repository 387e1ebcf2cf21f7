import type { Brush } from "../theme/style.ts";
import type { Paint } from "../theme/paint.ts";
import type { Role } from "../theme/theme.ts";

const roleOf: Readonly<Record<string, Role>> = {
  keyword: "keyword",
  name: "keyword",
  "selector-tag": "keyword",
  "selector-class": "keyword",
  "selector-id": "keyword",
  built_in: "type",
  type: "type",
  attr: "title",
  attribute: "title",
  title: "title",
  section: "title",
  literal: "number",
  number: "number",
  symbol: "number",
  bullet: "number",
  string: "string",
  regexp: "string",
  code: "string",
  link: "string",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  meta: "comment",
  addition: "added",
  deletion: "removed",
  strong: "bold",
  emphasis: "italic",
};

const piece = /<span class="([^"]*)">|(<\/span>)|([^<]+)/g;
const entity = /&(amp|lt|gt|quot|#x27);/g;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** Marked code in colours, line by line: no colour runs on into the next line. */
export function paintedCode(html: string, paint: Paint): string[] {
  const lines = [""];
  const open: (Brush | null)[] = [];
  const add = (text: string): void => {
    const brush = open.findLast((each) => each !== null) ?? null;
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push("");
      lines.push(`${lines.pop() ?? ""}${brush === null || part === "" ? part : brush(part)}`);
    }
  };
  for (const [, className, end, text = ""] of html.matchAll(piece)) {
    if (className !== undefined) open.push(brushFor(className, paint));
    else if (end !== undefined) open.pop();
    else add(text.replaceAll(entity, (_, name: string) => entities[name] ?? ""));
  }
  return lines;
}

/** "hljs-title function_" is a title; what has no role of its own looks like what it stands in. */
function brushFor(className: string, paint: Paint): Brush | null {
  const role = roleOf[/^hljs-([\w-]+)/.exec(className)?.[1] ?? ""];
  return role === undefined ? null : paint[role];
}
