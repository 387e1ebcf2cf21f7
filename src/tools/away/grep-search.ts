import {
  type ContentQuery,
  cutLine,
  type FoundLine,
  mostFound,
  type SearchAnswer,
  type SearchQuery,
} from "../search/engine.ts";
import { globPattern } from "../search/glob.ts";
import { patternProblem } from "../search/pattern-problem.ts";
import { posixPattern } from "../search/posix-pattern.ts";
import { fields } from "./away-place.ts";
import { type AwayDeps, runScript } from "./run-script.ts";

/** The files below $1, without what git ignores where git knows the folder; hidden ones where $2 says so. */
const listScript = `cd -P "$1" || exit 4
if command -v git >/dev/null 2>&1 && git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git -c core.fsmonitor=false ls-files -z -co --exclude-standard -- . && exit 0
fi
if [ "$2" = hidden ]; then find . -name .git -prune -o -type f -print0
else find . -name '.?*' -prune -o -type f -print0; fi
exit 0
`;
const grepScript = `cd -P "$1" || exit 4
shift
i=
echo x | grep -I x >/dev/null 2>&1 && i=-I
xargs -0 grep -Hns $i "$@" --
exit 0
`;
const timesScript = `cd -P "$1" || exit 4
if stat -c %Y . >/dev/null 2>&1; then xargs -0 stat -c '%Y %n'; else xargs -0 stat -f '%m %N'; fi 2>/dev/null
exit 0
`;
const listBytes = 8_000_000;
const outputBytes = 16_000_000;

type Listed = { readonly paths: readonly string[]; readonly complete: boolean };

export async function filesAway(
  query: SearchQuery,
  deps: AwayDeps,
  signal: AbortSignal,
): Promise<SearchAnswer<string>> {
  const { paths, complete } = await listed(query, deps, signal);
  return { kind: "found", found: paths, complete, unreadable: false };
}

export async function linesAway(
  query: ContentQuery,
  deps: AwayDeps,
  signal: AbortSignal,
): Promise<SearchAnswer<FoundLine>> {
  const problem = query.literal ? null : patternProblem(query.pattern);
  if (problem !== null) return problem;
  const pattern = query.literal ? query.pattern : posixPattern(query.pattern);
  if (pattern === null) return notThere;
  const { paths, complete } = await listed(query, deps, signal);
  const named = paths.filter((path) => !path.includes("\n")).map((path) => `./${path}`); // grep's answers are lines
  if (named.length === 0) return { kind: "found", found: [], complete, unreadable: false };
  const args = [query.folder, ...options(query), "-e", pattern];
  const script = { script: grepScript, args, input: joined(named), mostBytes: outputBytes };
  const { output, cut, complaint } = await runScript(script, deps, signal);
  const wrong = /^grep: (.*)/m.exec(complaint)?.[1];
  if (wrong !== undefined && output.length === 0) return { kind: "bad-pattern", message: wrong, position: null };
  const known = new Set(named);
  const found = output
    .toString("utf8")
    .split("\n")
    .flatMap((line) => foundIn(line, known));
  return {
    kind: "found",
    found: found.slice(0, mostFound),
    complete: complete && !cut && found.length <= mostFound,
    unreadable: false,
  };
}

/** When files were changed last, in seconds. What cannot be told is left out. */
export async function changedAway(
  folder: string,
  paths: readonly string[],
  deps: AwayDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (paths.length === 0) return new Map();
  const input = joined(paths.map((path) => `./${path}`));
  const { output } = await runScript(
    { script: timesScript, args: [folder], input, mostBytes: listBytes },
    deps,
    signal,
  );
  const rows = output
    .toString("utf8")
    .split("\n")
    .map((line) => /^(\d+) \.\/(.*)$/.exec(line));
  return new Map(rows.flatMap((row) => (row === null ? [] : [[row[2] ?? "", Number(row[1])] as const])));
}

const notThere: SearchAnswer<never> = {
  kind: "bad-pattern",
  message: "there is no ripgrep where the files are, and grep has no looking around, groups with names, or flags",
  position: null,
};

async function listed(
  { folder, file, glob, hidden }: SearchQuery,
  deps: AwayDeps,
  signal: AbortSignal,
): Promise<Listed> {
  if (file !== null) return { paths: [file], complete: true };
  const args = [folder, hidden ? "hidden" : ""];
  const { output, cut } = await runScript({ script: listScript, args, mostBytes: listBytes }, deps, signal);
  const wanted = glob === null ? null : globPattern(glob);
  const paths = [...new Set(fields(output).map((path) => path.replace(/^\.\//, "")))].filter(
    (path) => isShown(path, hidden) && (wanted === null || wanted.test(path)),
  );
  return { paths: paths.slice(0, mostFound), complete: !cut && paths.length <= mostFound };
}

function isShown(path: string, hidden: boolean): boolean {
  const parts = path.split("/");
  return !parts.includes(".git") && (hidden || !parts.some((part) => part.startsWith(".")));
}

function options({ literal, ignoreCase, context }: ContentQuery): readonly string[] {
  return [literal ? "-F" : "-E", ...(ignoreCase ? ["-i"] : []), ...(context > 0 ? ["-C", String(context)] : [])];
}

function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join("");
}

/** `path:12:text` or `path-12-text`; where names have such parts too, the one that is a file's name counts. */
function foundIn(line: string, known: ReadonlySet<string>): readonly FoundLine[] {
  for (const { 0: mark, 1: sign, 2: number, index } of line.matchAll(/([:-])(\d+)(?=\1)/g)) {
    const path = line.slice(0, index);
    if (!known.has(path)) continue;
    const text = line.slice(index + mark.length + 1);
    if (text.includes("\0")) return [];
    return [{ path: path.slice(2), line: Number(number), text: cutLine(text), match: sign === ":" }];
  }
  return [];
}
