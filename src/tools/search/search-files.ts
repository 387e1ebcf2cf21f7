import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import { fail } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { PathRules } from "../../safety/paths.ts";
import type { FileMemory } from "../files/file-memory.ts";
import { orProblem, type SiteOf } from "../files/file-site.ts";

export type SearchFilesDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Path of a ripgrep; null uses the walker. */
  readonly ripgrep?: () => Promise<string | null>;
  /** Absent: all files are those of this machine. */
  readonly site?: SiteOf;
};

const Input = z.object({
  pattern: z.string().min(1).describe("Regex for content, glob for files"),
  target: z.enum(["content", "files"]).default("content"),
  path: z.string().default("."),
  file_glob: z.string().optional().describe("Only in files like *.ts"),
  output_mode: z.enum(["content", "files_only", "count"]).default("content"),
  context: z.int().default(0),
  limit: z.int().default(50),
  offset: z.int().default(0),
});
export type Search = z.output<typeof Input>;

const limitMs = 30_000;
const mostRepeats = 3;
const aliases: Readonly<Record<string, string>> = { grep: "content", find: "files" };

export function createSearchFilesTool(deps: SearchFilesDeps): Tool {
  const tool = defineTool({
    name: "search_files",
    toolset: "file",
    description: "Search file contents, or find files by name (newest first). Skips hidden and ignored files.",
    concurrency: "path-read",
    readOnly: true,
    input: Input,
    paths: ({ path }) => [path],
    preview: ({ pattern, path }) => `${pattern} in ${path}`,
    run: async (search, context) => {
      if (deps.memory.searching(context.sessionId, JSON.stringify([search, context.cwd])) > mostRepeats) {
        return fail("You have made this very search three times and nothing has changed. Use what you have.");
      }
      using deadline = deps.clock.deadline(limitMs, context.signal);
      const { runSearch } = await import("./run-search.ts"); // with child processes and all: only for who searches
      const outcome = await orProblem(runSearch(search, deps, context, deadline.signal));
      context.signal.throwIfAborted();
      return outcome;
    },
  });
  return { ...tool, prepare: (args) => tool.prepare(withKnownTarget(args)) };
}

function withKnownTarget(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = typeof args["target"] === "string" ? aliases[args["target"]] : undefined;
  return known === undefined ? args : { ...args, target: known };
}
