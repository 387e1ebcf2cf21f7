import {
  type Document,
  type DocumentOptions,
  isScalar,
  LineCounter,
  parseDocument,
  type ParseOptions,
  type SchemaOptions,
  visit,
} from "yaml";
import { configPhrases as say } from "../text/phrases/config.ts";
import { isMap, type Tree } from "./tree.ts";

export type ParsedConfig =
  | { readonly kind: "parsed"; readonly document: Document; readonly tree: Tree }
  | { readonly kind: "broken"; readonly reason: string; readonly line: number | null };

type YamlOptions = ParseOptions & DocumentOptions & SchemaOptions;
const deepest = 50;

/** Parses the text of config.yaml. Errors carry a line and never quote the file: it may hold secrets. */
export function parseConfig(text: string, options: YamlOptions = {}): ParsedConfig {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const read = attempt(() =>
    parseDocument(text, {
      prettyErrors: false,
      lineCounter: lines,
      merge: true,
      logLevel: "error",
      uniqueKeys: false,
      ...options,
    }),
  );
  if (read.kind === "broken") return read;
  const document = read.value;
  const [error] = document.errors;
  if (error !== undefined) return broken(oneLine(error.message), lineAt(error.pos[0]));
  const repeated = repeatedKey(document);
  if (repeated !== null) return broken(say.repeatedKey, lineAt(repeated));
  return withTree(document);
}

function withTree(document: Document): ParsedConfig {
  const read = attempt((): unknown => document.toJS({ maxAliasCount: 100 }));
  if (read.kind === "broken") return read;
  if (isDeeperThan(deepest, read.value)) return broken(say.tooComplex);
  const tree = read.value ?? {};
  return isMap(tree) ? { kind: "parsed", document, tree } : broken(say.notAMap);
}

/** Where a map says a key again. The parser's own check compares all pairs: seconds for a long file. */
function repeatedKey(document: Document): number | null {
  let at: number | null = null;
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (seen.has(key.value)) at = key.range?.[0] ?? 0;
        seen.add(key.value);
      }
      return at === null ? undefined : visit.BREAK;
    },
  });
  return at;
}

/** Also true for an alias that contains itself: everybody after us may walk the tree without fear. */
function isDeeperThan(depth: number, value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner));
}

/** The parser throws over aliases that are unknown or too many, and overflows over a text of brackets. */
function attempt<T>(work: () => T): { readonly kind: "done"; readonly value: T } | (ParsedConfig & { kind: "broken" }) {
  try {
    return { kind: "done", value: work() };
  } catch (error) {
    const overflowed = error instanceof RangeError || !(error instanceof Error);
    return broken(overflowed ? say.tooComplex : oneLine(error.message));
  }
}

function broken(reason: string, line: number | null = null): ParsedConfig & { kind: "broken" } {
  return { kind: "broken", reason, line };
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").replace(/[.:]$/, "").slice(0, 160);
}
