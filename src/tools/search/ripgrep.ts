import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { wrongPlace } from "./pattern-problem.ts";
import {
  cutLine,
  mostFound,
  type ContentQuery,
  type FoundLine,
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
} from "./engine.ts";

const Text = z.object({ text: z.string() });
const Line = z.object({
  type: z.enum(["match", "context"]),
  data: z.object({ path: Text, lines: Text, line_number: z.int() }),
});

const always = ["--no-config", "--no-require-git", "--color=never"];

/** The ripgrep that came with us, if this platform has one. */
export async function bundledRipgrep(): Promise<string | null> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    return null; // no package for this platform: the walker takes over
  }
}

export function ripgrepEngine(program: string): SearchEngine {
  return {
    lines: async (query, signal) => {
      const answer = await run({ program, args: lineArguments(query), folder: query.folder }, foundLine, signal);
      return answer.kind === "bad-pattern" ? placed(answer, query) : answer;
    },
    files: (query, signal) => run({ program, args: fileArguments(query), folder: query.folder }, foundFile, signal),
  };
}

type BadPattern = Extract<SearchAnswer<never>, { kind: "bad-pattern" }>;

/** ripgrep takes brackets of its own for the cause. */
export function placed(answer: BadPattern, { pattern }: ContentQuery): BadPattern {
  return { ...answer, position: wrongPlace(pattern) ?? answer.position };
}

export function fileArguments(query: SearchQuery): readonly string[] {
  return [...always, "--files", ...scope(query)];
}

export function foundFile(line: string): string {
  return line.replace(/^\.\//, "");
}

export function lineArguments({ pattern, context, ignoreCase, literal, ...query }: ContentQuery): readonly string[] {
  return [
    ...always,
    "--json",
    ...(context > 0 ? [`--context=${context}`] : []),
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...(literal ? ["--fixed-strings"] : []),
    ...scope(query, pattern),
  ];
}

function scope({ file, glob, hidden }: SearchQuery, pattern?: string): readonly string[] {
  return [
    ...(glob === null ? [] : filesLike(glob)),
    ...(hidden ? ["--hidden", "--glob=!.git"] : ["--glob=!.*"]),
    ...(pattern === undefined ? [] : [`--regexp=${pattern}`]),
    "--",
    file ?? ".",
  ];
}

/**
 * A wanted glob takes back what is hidden and ignored, folders it matches too: `*` would list all of `.git`. A type does
 * not, but knows names only; with folders in it a glob has to do, unless it means everything anyway.
 */
function filesLike(glob: string): readonly string[] {
  if (!glob.includes("/")) return [`--type-add=wanted:${glob}`, "--type=wanted"];
  return /^(?:\.\/)?(?:\*\*\/)*\*{1,2}$/.test(glob) ? [] : [`--glob=${glob}`];
}

export function foundLine(json: string): FoundLine | null {
  const parsed = Line.safeParse(JSON.parse(json));
  if (!parsed.success) return null; // begin, end, summary, or a name that is not text
  const { type, data } = parsed.data;
  return {
    path: data.path.text.replace(/^\.\//, ""),
    line: data.line_number,
    text: cutLine(data.lines.text),
    match: type === "match",
  };
}

async function run<Found>(
  { program, args, folder }: { readonly program: string; readonly args: readonly string[]; readonly folder: string },
  read: (line: string) => Found | null,
  signal: AbortSignal,
): Promise<SearchAnswer<Found>> {
  if (signal.aborted) return { kind: "found", found: [], complete: false, unreadable: false };
  const child = spawn(program, args, { cwd: folder, env: {}, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code ?? 2));
  });
  const stop = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  let problem = "";
  child.stderr.on("data", (chunk: Buffer) => void (problem = (problem + chunk.toString("utf8")).slice(0, 8_192)));
  const found: Found[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = found.length < mostFound ? read(line) : null;
    if (one !== null) found.push(one);
    if (found.length >= mostFound) stop();
  }
  const code = await ended;
  signal.removeEventListener("abort", stop);
  if (code === null) return { kind: "unavailable" };
  const complaint = code === 2 ? badPattern(problem) : null;
  if (complaint !== null) return complaint;
  return {
    kind: "found",
    found,
    complete: found.length < mostFound && !signal.aborted,
    unreadable: code === 2 && problem !== "",
  };
}

/** ripgrep shows the pattern inside `(?:…)`, indented by four, with carets below the place. null: it was not that. */
export function badPattern(problem: string): BadPattern | null {
  if (!/regex parse error|error parsing|compiled regex|invalid glob|error building/i.test(problem)) return null;
  const lines = problem.split("\n");
  const caret = lines.find((line) => /^ {4,}\^/.test(line));
  const position = caret === undefined ? null : Math.max(0, caret.indexOf("^") - "    (?:".length);
  const message = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length) ?? lines[0] ?? "";
  return { kind: "bad-pattern", message, position };
}
