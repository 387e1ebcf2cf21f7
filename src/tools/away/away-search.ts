import {
  type ContentQuery,
  type FoundLine,
  mostFound,
  type SearchAnswer,
  type SearchEngine,
} from "../search/engine.ts";
import { badPattern, fileArguments, foundFile, foundLine, lineArguments, placed } from "../search/ripgrep.ts";
import { changedAway, filesAway, linesAway } from "./grep-search.ts";
import { type AwayDeps, runScript, type ScriptEnd } from "./run-script.ts";

const ripgrepScript = `command -v rg >/dev/null 2>&1 || exit 97
cd -P "$1" || exit 96
shift
exec rg "$@" </dev/null
`;
const noRipgrep = 97;
const outputBytes = 16_000_000;

/** Searches where the files are: with ripgrep if it is there, else with git, find and grep. */
export function awaySearch(deps: AwayDeps): SearchEngine {
  let hasRipgrep = true; // until it turns out otherwise
  const ripgrep = async (folder: string, args: readonly string[], signal: AbortSignal): Promise<ScriptEnd | null> => {
    if (!hasRipgrep) return null;
    const script = { script: ripgrepScript, args: [folder, ...args], mostBytes: outputBytes };
    const end = await runScript(script, deps, signal);
    hasRipgrep = end.code !== noRipgrep;
    return hasRipgrep ? end : null;
  };
  return {
    changed: (folder, paths, signal) => changedAway(folder, paths, deps, signal),
    files: (query, signal) =>
      inTime(signal, async () => {
        const end = await ripgrep(query.folder, fileArguments(query), signal);
        return end === null ? filesAway(query, deps, signal) : read(end, foundFile);
      }),
    lines: (query, signal) =>
      inTime(signal, async () => {
        const end = await ripgrep(query.folder, lineArguments(query), signal);
        return end === null ? linesAway(query, deps, signal) : readLines(end, query);
      }),
  };
}

function readLines(end: ScriptEnd, query: ContentQuery): SearchAnswer<FoundLine> {
  const answer = read(end, foundLine);
  return answer.kind === "bad-pattern" ? placed(answer, query) : answer;
}

function read<Found>(
  { code, output, complaint, cut }: ScriptEnd,
  foundIn: (line: string) => Found | null,
): SearchAnswer<Found> {
  const wrong = code === 2 ? badPattern(complaint) : null;
  if (wrong !== null) return wrong;
  const lines = output.toString("utf8").split("\n");
  const whole = cut ? lines.slice(0, -1) : lines.filter((line) => line !== "");
  const found = whole.flatMap((line) => foundIn(line) ?? []);
  const complete = !cut && found.length <= mostFound;
  return { kind: "found", found: found.slice(0, mostFound), complete, unreadable: code === 2 && complaint !== "" };
}

/** A search that takes too long has found nothing that is known. */
async function inTime<Found>(
  signal: AbortSignal,
  work: () => Promise<SearchAnswer<Found>>,
): Promise<SearchAnswer<Found>> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: "found", found: [], complete: false, unreadable: false };
  }
}
