import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import {
  cutLine,
  mostFound,
  type ContentQuery,
  type FoundLine,
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
} from "./engine.ts";
import { escapePattern } from "./escape-pattern.ts";
import { globPattern, globProblem } from "./glob.ts";
import { isIgnored, rulesAbove, withIgnoreFile, type IgnoreRules } from "./ignore-rules.ts";
import { patternProblem } from "./pattern-problem.ts";

const largestFile = 10 * 1024 * 1024;
const longestTested = 10_000; // characters of a line in which a repetition is looked for: its time may grow with their square

/** The search for machines without ripgrep: same answers, slower. Links are not followed. */
export const walker: SearchEngine = {
  files: async (query, signal) => {
    const problem = query.glob === null ? null : globProblem(query.glob);
    if (problem !== null) return { kind: "bad-pattern", ...problem };
    const found: string[] = [];
    for await (const path of walk(query, signal)) if (found.push(path) >= mostFound) break;
    return answer(found, signal);
  },
  lines: async (query, signal) => {
    const problem = query.literal ? null : patternProblem(query.pattern);
    if (problem !== null) return problem;
    const glob = query.glob === null ? null : globProblem(query.glob);
    if (glob !== null) return { kind: "bad-pattern", ...glob };
    const wanted = new RegExp(
      query.literal ? escapePattern(query.pattern) : query.pattern,
      query.ignoreCase ? "i" : "",
    );
    const found: FoundLine[] = [];
    for await (const path of walk(query, signal)) {
      found.push(...linesIn(path, query, wanted));
      if (found.length >= mostFound) break;
    }
    return answer(found, signal);
  },
};

function answer<Found>(found: readonly Found[], signal: AbortSignal): SearchAnswer<Found> {
  return { kind: "found", found, complete: found.length < mostFound && !signal.aborted, unreadable: false };
}

async function* walk({ folder, file, glob, hidden }: SearchQuery, signal: AbortSignal): AsyncGenerator<string, void> {
  if (file !== null) {
    yield file;
    return;
  }
  const wanted = glob === null ? null : globPattern(glob);
  const open: { readonly path: string; readonly rules: IgnoreRules }[] = [{ path: "", rules: rulesAbove(folder) }];
  for (let next = open.pop(); next !== undefined && !signal.aborted; next = open.pop()) {
    const rules = withIgnoreFile(next.rules, join(folder, next.path), next.path);
    for (const entry of await entriesOf(join(folder, next.path))) {
      const path = next.path + entry.name;
      if (isSkipped(entry, hidden) || isIgnored(path, entry.isDirectory(), rules)) continue;
      if (entry.isDirectory()) open.push({ path: `${path}/`, rules });
      else if (entry.isFile() && (wanted === null || wanted.test(path))) yield path;
    }
  }
}

function isSkipped({ name }: Dirent, hidden: boolean): boolean {
  return name === ".git" || (!hidden && name.startsWith("."));
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []); // gone or not ours to list: nothing to find there
}

function linesIn(path: string, { folder, context }: ContentQuery, wanted: RegExp): readonly FoundLine[] {
  const lines = textLines(join(folder, path));
  const tested = /[*+{]/.test(wanted.source) ? longestTested : Infinity;
  const hits = lines.flatMap((line, index) => (wanted.test(line.slice(0, tested)) ? [index] : []));
  const matched = new Set(hits);
  const shown = new Set(hits.flatMap((hit) => around(hit, context, lines.length)));
  return [...shown].map((index) => ({
    path,
    line: index + 1,
    text: cutLine(lines[index] ?? ""),
    match: matched.has(index),
  }));
}

function around(hit: number, context: number, length: number): readonly number[] {
  const first = Math.max(0, hit - context);
  const last = Math.min(length - 1, hit + context);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function textLines(path: string): readonly string[] {
  try {
    const read = readBounded(path, largestFile);
    if (read.kind !== "read" || read.bytes.subarray(0, 8_192).includes(0)) return [];
    return read.bytes.toString("utf8").replace(/\n$/, "").split("\n");
  } catch {
    return []; // not ours to read
  }
}
