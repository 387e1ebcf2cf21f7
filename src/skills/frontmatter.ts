import { z } from "zod";
import type { YamlReader } from "./yaml-reader.ts";

/** The head of a Markdown file and what follows it. */
export type SplitText = { readonly head: Readonly<Record<string, unknown>>; readonly body: string };

const longestHead = 16_384; // characters; the YAML parser takes minutes for a megabyte of some texts

const FieldsSchema = z.record(z.string(), z.unknown());
const fence = /^---[ \t]*\r?\n([^]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/** Never throws: a head that is no YAML is read line by line, a file without a head is all body. */
export function splitFrontmatter(text: string, yaml: YamlReader): SplitText {
  const clean = text.replace(/^\ufeff/, "");
  const found = fence.exec(clean);
  if (found === null) return { head: {}, body: clean.trim() };
  return { head: fieldsOf(found[1] ?? "", yaml), body: clean.slice(found[0].length).trim() };
}

/** What is wrong with a head that a tool is about to write, or null. */
export function frontmatterProblem(text: string, yaml: YamlReader): string | null {
  const found = fence.exec(text.replace(/^\ufeff/, ""));
  if (found === null) return "SKILL.md must start with frontmatter between two lines `---`";
  if ((found[1] ?? "").length > longestHead) return `the frontmatter has more than ${longestHead} characters`;
  try {
    return FieldsSchema.safeParse(yaml.read(found[1] ?? "") ?? {}).success
      ? null
      : "the frontmatter is not a list of fields";
  } catch (error) {
    return `the frontmatter is not valid YAML: ${firstLine(error)}`;
  }
}

function fieldsOf(head: string, yaml: YamlReader): SplitText["head"] {
  if (head.length > longestHead) return lineByLine(head.slice(0, longestHead));
  if (isPlain(head)) return lineByLine(head);
  try {
    const fields = FieldsSchema.safeParse(yaml.read(head) ?? {});
    if (fields.success) return fields.data;
  } catch {
    // such as `description: Use when: never`, which other readers of this format accept
  }
  return lineByLine(head);
}

/** Nothing but words behind names: the same with and without a YAML parser. */
function isPlain(head: string): boolean {
  return head
    .trimEnd()
    .split("\n")
    .every((line) => /^[a-z][\w-]*: (?!(?:true|false|null|yes|no|on|off)$)[a-z][\w ,.;()/'-]*$/i.test(line));
}

function lineByLine(head: string): SplitText["head"] {
  const pairs = head.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
    const [, key, value] = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key, unquoted(value.trim())]];
  });
  return Object.fromEntries(pairs);
}

export function unquoted(text: string): string {
  const [, , inner] = /^(["'])([^]*)\1$/.exec(text) ?? [];
  return inner ?? text;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
