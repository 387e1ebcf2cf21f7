import { inputPhrases as say } from "../../../text/phrases/input.ts";
import { rankPaths } from "./rank-paths.ts";
import { foldersOf } from "./workspace-files.ts";

export type Item = { readonly value: string; readonly label: string; readonly description?: string };

const mostItems = 20;
const kinds = ["@file:", "@folder:", "@diff", "@staged", "@git:", "@url:"] as const;
const commits = ["1", "2", "3", "5", "10"];

/** The `@…` the cursor stands behind; null: there is none. A word before it makes it an address. */
export function referenceAt(before: string): string | null {
  return /(?:^|[\s([{"'`，。；：！？、])(@(?:(?:file|folder):)?(?:"[^"]*|[^\s"]*))$/u.exec(before)?.[1] ?? null;
}

/** What could be meant by it. */
export function referenceItems(typed: string, files: readonly string[]): readonly Item[] {
  const [, kind = "", quote = "", query = ""] = /^@(?:(file|folder|git|url):)?("?)(.*)$/su.exec(typed) ?? [];
  switch (kind) {
    case "file":
      return pathItems("@file:", rankPaths(files, query, mostItems));
    case "folder":
      return pathItems("@folder:", rankPaths(foldersOf(files), query, mostItems));
    case "git":
      return commits
        .filter((count) => count.startsWith(query))
        .map((count) => ({ value: `@git:${count}`, label: `@git:${count}`, description: say.lastCommits(count) }));
    case "url":
      return [];
    default: {
      const named = quote === "" ? kinds.filter((each) => each.startsWith(`@${query.toLowerCase()}`)) : [];
      const words = named.map((value) => ({ value, label: value, description: say.references[value] }));
      return [...words, ...pathItems("@", rankPaths(files, query, mostItems))].slice(0, mostItems);
    }
  }
}

function pathItems(before: string, paths: readonly string[]): readonly Item[] {
  return paths.flatMap((path) => {
    const written = asWritten(path);
    return written === null ? [] : [{ value: `${before}${written}`, label: path }];
  });
}

const plain = /^[\p{L}\p{N}_./+-]*[\p{L}\p{N}_/+-]$/u;

/** As a reference has to be written so that its end is known; null: there is no way. */
function asWritten(path: string): string | null {
  if (plain.test(path)) return path;
  const quote = ['"', "'", "`"].find((each) => !path.includes(each));
  return quote === undefined || path.includes("\n") ? null : `${quote}${path}${quote}`;
}
