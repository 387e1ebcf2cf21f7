import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { type ReferencePlaces, referencePath } from "../../safety/reference-paths.ts";
import { type IgnoreRules, isIgnored, withIgnoreFile } from "../../tools/search/ignore-rules.ts";
import { type Attachment, lineCount } from "./attachment.ts";

const mostEntries = 200;
const largestCounted = 1_000_000; // bytes; the lines of a larger file are not counted

type Walk = { readonly root: string; readonly places: ReferencePlaces; readonly lines: string[] };

/** The tree of a folder without hidden and ignored entries. Links are named, not followed. */
export function attachFolder(token: string, real: string, places: ReferencePlaces): Attachment {
  const walk: Walk = { root: real, places, lines: [] };
  list(walk, "", []);
  const tree = walk.lines.length > mostEntries ? [...walk.lines.slice(0, mostEntries), "- ..."] : walk.lines;
  return { kind: "block", text: `${token}\n${tree.join("\n") || "(empty)"}` };
}

function list(walk: Walk, folder: string, above: IgnoreRules): void {
  const rules = withIgnoreFile(above, join(walk.root, folder), folder);
  const indent = "  ".repeat(folder.split("/").length - 1);
  for (const entry of entriesOf(join(walk.root, folder))) {
    if (walk.lines.length > mostEntries) return;
    const path = folder + entry.name;
    if (entry.name.startsWith(".") || isIgnored(path, entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) {
      walk.lines.push(`${indent}- ${entry.name}/`);
      list(walk, `${path}/`, rules);
    } else walk.lines.push(`${indent}- ${entry.name}${extent(entry, join(walk.root, path), walk.places)}`);
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // named above; what is in it stays unknown
  }
}

function extent(entry: Dirent, path: string, places: ReferencePlaces): string {
  if (entry.isSymbolicLink()) return " (link)";
  if (!entry.isFile()) return "";
  try {
    const { size } = lstatSync(path);
    const file =
      referencePath(path, places).kind === "allowed" && size <= largestCounted ? readBounded(path, size) : null;
    if (file?.kind !== "read" || file.bytes.includes(0)) return ` (${size} bytes)`;
    return ` (${lineCount(linesIn(file.bytes))})`;
  } catch {
    return ""; // gone or closed to us since it was listed
  }
}

function linesIn(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines;
}
