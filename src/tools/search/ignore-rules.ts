import { readBounded } from "../../disk/bounded-read.ts";
import { join, relative, sep } from "node:path";
import { gitRoot } from "../../disk/git-root.ts";
import { globPattern } from "./glob.ts";

type Rule = {
  /** The way from the folder the rule stands in to the folder searched; empty where that is the same or lies below. */
  readonly above: string;
  readonly below: string;
  readonly pattern: RegExp;
  readonly keep: boolean;
  readonly foldersOnly: boolean;
};
export type IgnoreRules = readonly Rule[];

const longestFile = 1_048_576;

/** What the folders above have to say, from the repository's root on; outside of one nothing. */
export function rulesAbove(folder: string): IgnoreRules {
  const root = gitRoot(folder);
  const way = root === null ? "" : relative(root, folder);
  if (root === null || way === "" || way.startsWith("..")) return [];
  const parts = way.split(sep);
  return parts.flatMap((_, depth) => {
    const place = join(root, ...parts.slice(0, depth));
    const above = `${parts.slice(depth).join("/")}/`;
    return withIgnoreFile([], place, "").map((rule) => ({ ...rule, above }));
  });
}

/** The rules of a folder's .gitignore after those it inherits; `below` is the folder's path from the start. */
export function withIgnoreFile(inherited: IgnoreRules, folder: string, below: string): IgnoreRules {
  const read = readBounded(join(folder, ".gitignore"), longestFile);
  return read.kind === "read" ? [...inherited, ...parse(read.bytes.toString("utf8"), below)] : inherited;
}

/** The last rule that speaks about a path decides. */
export function isIgnored(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
  const rule = rules.findLast(
    ({ above, below, pattern, foldersOnly }) =>
      (isFolder || !foldersOnly) && path.startsWith(below) && pattern.test(above + path.slice(below.length)),
  );
  return rule !== undefined && !rule.keep;
}

function parse(text: string, below: string): IgnoreRules {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => ruleOf(line, below));
}

function ruleOf(line: string, below: string): IgnoreRules {
  const keep = line.startsWith("!");
  const glob = keep ? line.slice(1) : line;
  try {
    return [
      {
        above: "",
        below,
        keep,
        foldersOnly: glob.endsWith("/"),
        pattern: globPattern(glob.replace(/\/$/, "")),
      },
    ];
  } catch {
    return []; // a pattern that git would not understand either
  }
}
