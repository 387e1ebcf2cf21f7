import { stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { absolutePath, readVerdict } from "../../safety/paths.ts";
import { type FileSite, siteHere } from "../files/file-site.ts";
import { similarPaths } from "../files/similar-paths.ts";
import type { ContentQuery, SearchAnswer, SearchEngine, SearchQuery } from "./engine.ts";
import { heldEngine } from "./held-engine.ts";
import { globPattern } from "./glob.ts";
import { lineEndIn } from "./pattern-problem.ts";
import { presentLines, type Presented } from "./present.ts";
import { bundledRipgrep, ripgrepEngine } from "./ripgrep.ts";
import type { Search, SearchFilesDeps } from "./search-files.ts";
import { walker } from "./walker.ts";

type Around = {
  readonly deps: SearchFilesDeps;
  readonly site: FileSite;
  readonly engine: SearchEngine;
  readonly signal: AbortSignal;
};

/** One search, with ripgrep where there is one. */
export async function runSearch(
  search: Search,
  deps: SearchFilesDeps,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { site: siteOf = siteHere(deps.paths) } = deps;
  const site = await siteOf(search.path, context.cwd, signal);
  const engine = site.search ?? (await engineHere(deps));
  return searchIn(search, { deps, site, engine, signal });
}

async function engineHere(deps: SearchFilesDeps): Promise<SearchEngine> {
  const program = await (deps.ripgrep ?? bundledRipgrep)();
  return program === null ? walker : withFallback(heldEngine(ripgrepEngine(program)));
}

function withFallback(engine: SearchEngine): SearchEngine {
  return {
    lines: async (query, signal) => {
      const answer = await engine.lines(query, signal);
      return answer.kind === "unavailable" ? walker.lines(query, signal) : answer;
    },
    files: async (query, signal) => {
      const answer = await engine.files(query, signal);
      return answer.kind === "unavailable" ? walker.files(query, signal) : answer;
    },
  };
}

async function searchIn(search: Search, around: Around): Promise<ToolOutcome> {
  const { site, signal } = around;
  const absolute = absolutePath(search.path, site.cwd, site.paths.userHome);
  const { file, real } = await site.place.look(absolute, signal);
  const { kind } = file;
  if (kind === "missing") {
    const similar = await similarPaths(absolute, site.place, signal);
    return fail(`No such path: ${search.path}.${similar.length === 0 ? "" : ` Similar: ${similar.join(", ")}`}`);
  }
  if (kind !== "folder" && kind !== "file") return fail(`${search.path} cannot be searched.`);
  for (const one of [absolute, real]) {
    const verdict = readVerdict(one, site.paths);
    if (verdict.kind === "denied") return fail(`Searching ${search.path} is denied: ${verdict.because}.`);
  }
  const place =
    kind === "folder"
      ? { folder: absolute, real, file: null, realFile: null }
      : { folder: dirname(absolute), real: dirname(real), file: basename(absolute), realFile: basename(real) };
  return search.target === "files" ? findFiles(search, place, around) : findLines(search, place, around);
}

/** As it was named, and where that really led: there it is searched, wherever a link leads by now. */
type Place = Pick<SearchQuery, "folder" | "file"> & { readonly real: string; readonly realFile: string | null };

function searched({ real, realFile }: Place): Pick<SearchQuery, "folder" | "file"> {
  return { folder: real, file: realFile };
}

async function findLines(search: Search, place: Place, around: Around): Promise<ToolOutcome> {
  const lineEnd = lineEndIn(search.pattern);
  if (lineEnd !== null) return fail(`Bad pattern at position ${lineEnd}: ${lineByLine}`);
  const context = search.output_mode === "content" ? Math.min(Math.max(0, search.context), 20) : 0;
  const query: ContentQuery = {
    ...searched(place),
    glob: search.file_glob ?? null,
    hidden: false,
    pattern: search.pattern,
    context,
    ignoreCase: false,
    literal: false,
  };
  const answer = await around.engine.lines(query, around.signal);
  if (answer.kind !== "found") return problem(answer);
  const { kept, secret } = withoutSecrets(answer.found, (line) => line.path, place, around);
  const presented = presentLines(
    kept,
    { ...search, context },
    (path) => shownPath(path, place, around),
    around.deps.redact,
  );
  const note = presented.total === 0 ? await nearMiss(query, place, around) : null;
  return result(presented, search, { answer, secret, note });
}

async function findFiles(search: Search, place: Place, around: Around): Promise<ToolOutcome> {
  const glob = /[*?[{]/.test(search.pattern) ? search.pattern : `*${search.pattern}*`;
  const answer = await around.engine.files({ ...searched(place), glob, hidden: false }, around.signal);
  if (answer.kind !== "found") return problem(answer);
  const { kept, secret } = withoutSecrets(answer.found, (path) => path, place, around);
  const files = (await newestFirst(kept, place.folder, around)).map((path) => shownPath(path, place, around));
  const from = Math.max(0, search.offset);
  const page = files.slice(from, from + Math.max(1, search.limit));
  const note = files.length === 0 ? await nearMissOfName({ pattern: search.pattern, glob }, place, around) : null;
  return result({ total: files.length, fields: { files: page }, shown: page.length }, search, { answer, secret, note });
}

const lineByLine = "lines are searched one at a time, so a line end never matches. Search for one line, with context.";

/** What the same search would have found, had it been asked a little differently. */
async function nearMiss(query: ContentQuery, place: Place, around: Around): Promise<string | null> {
  const tries: readonly (readonly [Partial<ContentQuery>, string])[] = [
    [{ ignoreCase: true }, "lines match when case is ignored"],
    [{ literal: true }, "lines hold the pattern as plain text"],
    [{ hidden: true }, "lines match in hidden files"],
  ];
  for (const [change, words] of tries) {
    const answer = await around.engine.lines({ ...query, context: 0, ...change }, around.signal);
    if (answer.kind !== "found") continue;
    const { kept, secret } = withoutSecrets(answer.found, (line) => line.path, place, around);
    if (kept.length > 0) return `No match, but ${kept.length} ${words}.`;
    if (secret > 0) return "No match outside files that hold secrets.";
  }
  return null;
}

/** The same for names. Whatever the engine, globs are read by our own reader here. */
async function nearMissOfName(
  { pattern, glob }: { readonly pattern: string; readonly glob: string },
  place: Place,
  { engine, signal }: Around,
): Promise<string | null> {
  const hidden = await engine.files({ ...searched(place), glob, hidden: true }, signal);
  if (hidden.kind === "found" && hidden.found.length > 0) return `${hidden.found.length} hidden or secret files match.`;
  const all = await engine.files({ ...searched(place), glob: null, hidden: false }, signal);
  const paths = all.kind === "found" ? all.found : [];
  const anyCase = new RegExp(globPattern(glob), "i");
  const alike = paths.filter((path) => anyCase.test(path)).length;
  if (alike > 0) return `No match, but ${alike} files match when case is ignored.`;
  const literal = paths.filter((path) => path.includes(pattern)).length;
  return literal > 0 ? `No match, but ${literal} files have the pattern as plain text in their path.` : null;
}

function result(
  { total, fields, shown }: Presented,
  search: Search,
  {
    answer,
    secret,
    note,
  }: {
    readonly answer: { readonly complete: boolean; readonly unreadable: boolean };
    readonly secret: number;
    readonly note: string | null;
  },
): ToolOutcome {
  const truncated = !answer.complete || Math.max(0, search.offset) + shown < total;
  const warnings = [
    answer.complete ? null : "The search was stopped early; narrow it.",
    answer.unreadable ? "Some files could not be read." : null,
    secret > 0 ? `${secret} files that hold secrets were left out.` : null,
  ].filter((warning) => warning !== null);
  return ok({
    total_count: total,
    ...fields,
    truncated,
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    ...(note === null ? {} : { note }),
  });
}

function problem(answer: Exclude<SearchAnswer<never>, { kind: "found" }>): ToolOutcome {
  if (answer.kind === "unavailable") return fail("The search could not be started.");
  const place = answer.position === null ? "" : ` at position ${answer.position}`;
  return fail(`Bad pattern${place}: ${answer.message}`);
}

function withoutSecrets<Found>(
  found: readonly Found[],
  pathOf: (one: Found) => string,
  { folder, file, real }: Place,
  { site }: Around,
) {
  const paths = new Set(found.map(pathOf));
  const isDenied = (path: string): boolean => readVerdict(path, site.paths).kind === "denied";
  const secret = new Set(
    [...paths].filter((path) => isDenied(join(folder, file ?? path)) || isDenied(join(real, path))),
  );
  return { kept: found.filter((one) => !secret.has(pathOf(one))), secret: secret.size };
}

function shownPath(path: string, { folder, file }: Place, { site }: Around): string {
  const named = join(folder, file ?? path);
  const shown = relative(site.cwd, named);
  return shown.startsWith("..") ? named : shown;
}

async function newestFirst(
  paths: readonly string[],
  folder: string,
  { engine, signal }: Around,
): Promise<readonly string[]> {
  const times = await (engine.changed ?? changedHere)(folder, paths, signal);
  const timeOf = (path: string): number => times.get(path) ?? 0;
  return paths.toSorted((a, b) => timeOf(b) - timeOf(a) || (a < b ? -1 : 1));
}

async function changedHere(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const dated = paths.map(async (path) => {
    const time = await stat(join(folder, path)).then(
      (stats) => stats.mtimeMs,
      () => 0,
    );
    return [path, time] as const;
  });
  return new Map(await Promise.all(dated));
}
