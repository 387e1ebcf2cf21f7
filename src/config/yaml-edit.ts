import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type ToStringOptions, type YAMLSeq } from "yaml";
import { configPhrases as say } from "../text/phrases/config.ts";
import type { TextEdit } from "./edit.ts";
import { isMap as isPlainMap, type Tree } from "./tree.ts";
import { parseConfig } from "./yaml-document.ts";

type Path = readonly string[];

/** The text with `key` set. A scalar over a section, or a key below a scalar, needs `force`. */
export function setInText(text: string, key: Path, value: unknown, force: boolean): TextEdit {
  return edited(text, (document) => {
    const target = document.getIn(key, true);
    if (isMap(target) && !isPlainMap(value) && !force) return say.isSection(key.join("."));
    const blocked = openTheWay(document, key, force);
    if (blocked === null) put(document, key, value);
    return blocked;
  });
}

/** The text without `key`, and without the maps that held nothing else. */
export function unsetInText(text: string, key: Path): TextEdit {
  const found = { any: false };
  const result = edited(text, (document) => {
    const at = isShortModel(document, key) ? ["model"] : key;
    found.any = document.hasIn(at);
    if (found.any) remove(document, at, "");
    return null;
  });
  return result.kind === "changed" && !found.any ? { kind: "absent" } : result;
}

/** The text with `values` in the list at `key`, behind what is there and each only once. */
export function addToListInText(text: string, key: Path, values: readonly string[]): TextEdit {
  return edited(text, (document) => {
    const list = document.getIn(key, true);
    if (!isSeq(list)) {
      if (isNode(list) && !(isScalar(list) && list.value === null)) return say.isNoList(key.join("."));
      put(document, key, [...new Set(values)]);
      return null;
    }
    if (list.items.length === 0) list.flow = false;
    for (const value of values) if (placeIn(list, value) === -1) list.add(document.createNode(value));
    return null;
  });
}

/** The text without `value` in the list at `key`; `absent` when it is not there. */
export function removeFromListInText(text: string, key: Path, value: string): TextEdit {
  const found = { any: false };
  const result = edited(text, (document) => {
    const list = document.getIn(key, true);
    for (let at = isSeq(list) ? placeIn(list, value) : -1; isSeq(list) && at !== -1; at = placeIn(list, value)) {
      found.any = true;
      list.delete(at);
    }
    return null;
  });
  return result.kind === "changed" && !found.any ? { kind: "absent" } : result;
}

function placeIn(list: YAMLSeq, value: string): number {
  return list.items.findIndex((item) => isScalar(item) && item.value === value);
}

function edited(text: string, change: (document: Document) => string | null): TextEdit {
  const parsed = parseConfig(text, { compat: "yaml-1.1" }); // older programs share the file: quotes what they misread
  if (parsed.kind === "broken") return { kind: "refused", reason: parsed.reason };
  const refusal = change(parsed.document);
  if (refusal !== null) return { kind: "refused", reason: refusal };
  return { kind: "changed", text: printed(parsed.document, text) };
}

/** Makes every map on the way to the key a map that can take it, or says what stands in the way. */
function openTheWay(document: Document, key: Path, force: boolean): string | null {
  for (let depth = 1; depth < key.length; depth++) {
    const above = key.slice(0, depth);
    const node = document.getIn(above, true);
    if (node === undefined) return null;
    if (isMap(node)) continue;
    const start = startOfMap(node, above, force);
    if (start === null) return blockedBy(node, key.join("."), above.join("."));
    put(document, above, start);
  }
  return null;
}

/** What a map holds at first that takes a scalar's place; null where none may. */
function startOfMap(node: unknown, above: Path, force: boolean): Tree | null {
  if (!isScalar(node)) return null;
  if (node.value === null) return {};
  if (above.join(".") === "model") return { default: node.value };
  return force ? {} : null;
}

function blockedBy(node: unknown, key: string, above: string): string {
  if (isAlias(node)) return say.throughAlias(key);
  return isSeq(node) ? say.insideList(key, above) : say.isNoSection(key, above);
}

function put(document: Document, key: Path, value: unknown): void {
  const old = document.getIn(key, true);
  if (isScalar(old) && (value === null || typeof value !== "object")) return document.setIn(key, value); // keeps its comment
  const node = document.createNode(value, { flow: false });
  if (isNode(old) && isNode(node)) {
    node.commentBefore = old.commentBefore;
    node.comment = old.comment;
  }
  document.setIn(key, node);
}

function isShortModel(document: Document, key: Path): boolean {
  return key.join(".") === "model.default" && isScalar(document.getIn(["model"], true));
}

/** Takes a pair out. The comment above it, and `orphaned` ones, move to the next pair or to the end of the map. */
function remove(document: Document, key: Path, orphaned: string): void {
  const above = key.slice(0, -1);
  const map = above.length === 0 ? document.contents : document.getIn(above, true);
  if (!isMap(map)) return;
  const at = map.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === key.at(-1));
  const [removed] = map.items.splice(at, 1);
  const comments = joined(isNode(removed?.key) ? removed.key.commentBefore : null, orphaned);
  if (map.items.length === 0 && above.length > 0) {
    return remove(document, above, joined(map.commentBefore, comments, map.comment));
  }
  const next = map.items[at]?.key;
  if (isNode(next)) next.commentBefore = joined(comments, next.commentBefore) || null;
  else map.comment = joined(map.comment, comments) || null;
}

function joined(...comments: readonly (string | null | undefined)[]): string {
  return comments.filter((comment) => comment !== null && comment !== undefined && comment !== "").join("\n");
}

/** Prints in the manner of the text it came from. */
function printed(document: Document, text: string): string {
  const lines = isEmpty(document) ? commentsOf(document) : document.toString(mannerOf(text));
  return text.includes("\r\n") ? lines.replace(/\r?\n/g, "\r\n") : lines;
}

function mannerOf(text: string): ToStringOptions {
  return {
    lineWidth: 0,
    indent: /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2,
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text),
    flowCollectionPadding: !/[[{][^\s\]}]/.test(text),
  };
}

function isEmpty({ contents }: Document): boolean {
  return contents === null || (isMap(contents) && contents.items.length === 0);
}

/** An empty map would print as `{}`; what is left of the file are its comments. */
function commentsOf({ commentBefore, contents, comment }: Document): string {
  const all = joined(commentBefore, contents?.commentBefore, contents?.comment, comment);
  return all === "" ? "" : `${all.replace(/^(?!$)(?: $)?/gm, "#")}\n`;
}
