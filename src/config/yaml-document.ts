import { type Document, LineCounter, parseDocument } from "yaml";
import { configPhrases as say } from "../text/phrases/config.ts";
import { isMap, type Tree } from "./tree.ts";

export type ParsedConfig =
  | { readonly kind: "parsed"; readonly document: Document; readonly tree: Tree }
  | { readonly kind: "broken"; readonly reason: string; readonly line: number | null };

/** Parses the text of config.yaml. Errors carry a line and never quote the file: it may hold secrets. */
export function parseConfig(text: string): ParsedConfig {
  const lines = new LineCounter();
  try {
    // Old programs share the file and read YAML 1.1: `compat` quotes what they would take for a boolean.
    const document = parseDocument(text, { prettyErrors: false, lineCounter: lines, merge: true, compat: "yaml-1.1" });
    const [error] = document.errors;
    if (error !== undefined) {
      return { kind: "broken", reason: oneLine(error.message), line: lines.linePos(error.pos[0]).line };
    }
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (value === null) return { kind: "parsed", document, tree: {} };
    return isMap(value)
      ? { kind: "parsed", document, tree: value }
      : { kind: "broken", reason: say.notAMap, line: null };
  } catch (error) {
    return { kind: "broken", reason: oneLine(String(error)), line: null }; // too many aliases, or too deep to walk
  }
}

function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").replace(/[.:]$/, "").slice(0, 160);
}
