import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import { absolutePath, readVerdict, realPath, type PathRules } from "../../safety/paths.ts";
import { documentText, isDocument } from "./documents/document-text.ts";
import { binaryKind, diskProblem, fileKind, noSuchFile } from "./file-kind.ts";
import type { FileMemory } from "./file-memory.ts";
import { linesOf, readLines, type LinesRead, type LineWindow } from "./read-lines.ts";

export type ReadFileDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly redact: (text: string) => string;
};

type Range = { readonly path: string; readonly offset: number; readonly limit: number };

const mostLines = 2_000;
const mostChars = 100_000;
const mostLineChars = 2_000;

export function createReadFileTool({ paths, memory, redact }: ReadFileDeps): Tool {
  return defineTool({
    name: "read_file",
    toolset: "file",
    description: "Read a file as numbered lines `N|text`; also .ipynb, .pdf, .docx, .xlsx. Use next_offset to read on.",
    concurrency: "path-read",
    readOnly: true,
    maxResultChars: Infinity, // it pages by itself
    input: z.object({
      path: z.string().min(1),
      offset: z.int().default(1).describe("First line, from 1"),
      limit: z.int().default(mostLines).describe("Lines, at most 2000"),
    }),
    paths: ({ path }) => [path],
    preview: ({ path }) => path,
    run: async ({ path, ...asked }, context) => {
      const absolute = absolutePath(path, context.cwd, paths.userHome);
      const verdict = readVerdict(absolute, paths);
      if (verdict.kind === "denied") return fail(`Reading ${path} is denied: ${verdict.because}.`);
      const range = { path, offset: Math.max(1, asked.offset), limit: Math.min(mostLines, Math.max(1, asked.limit)) };
      return readRange(absolute, range, { memory, redact }, context);
    },
  });
}

async function readRange(
  absolute: string,
  range: Range,
  { memory, redact }: Pick<ReadFileDeps, "memory" | "redact">,
  { sessionId, signal, enabledTools }: ToolContext,
): Promise<ToolOutcome> {
  const file = fileKind(absolute);
  if (file.kind !== "file") return refusal(file, range.path, absolute);
  try {
    const binary = isDocument(absolute) ? null : binaryKind(absolute);
    if (binary !== null) return notText(range.path, binary, enabledTools);
    const times = memory.showing(sessionId, `${absolute}:${range.offset}:${range.limit}`, file.stamp);
    if (times > 2)
      return fail(`You have read these lines of ${range.path} already and nothing has changed. Use what you have.`);
    memory.noteStamp(realPath(absolute), file.stamp);
    if (times === 2)
      return ok({ content: "[unchanged: the same lines are above in this conversation]", unchanged: true });
    const read = await linesIn(absolute, { ...range, maxChars: mostChars, maxLineChars: mostLineChars }, signal);
    return typeof read === "string"
      ? fail(`Cannot read ${range.path}: ${read}.`)
      : shown(read, range, file.size, redact);
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(`Cannot read ${range.path}: ${diskProblem(error)}.`);
  }
}

/** A document is read as its text, or as it is if it only has the name of one. A string says what is wrong with it. */
async function linesIn(absolute: string, window: LineWindow, signal: AbortSignal): Promise<LinesRead | string> {
  const document = isDocument(absolute) ? await documentText(absolute) : null;
  if (document?.kind === "text") return linesOf(document.text, window);
  if (document === null || binaryKind(absolute) === null) return readLines(absolute, window, signal);
  return document.why;
}

function notText(path: string, kind: string, enabledTools: readonly string[]): ToolOutcome {
  if (kind !== "image") return fail(`${path} is a binary file, not text.`);
  const advice = enabledTools.includes("vision_analyze") ? " Look at it with vision_analyze." : "";
  return fail(`${path} is an image, not text.${advice}`);
}

function refusal(
  file: Exclude<ReturnType<typeof fileKind>, { kind: "file" }>,
  path: string,
  absolute: string,
): ToolOutcome {
  switch (file.kind) {
    case "missing":
      return fail(noSuchFile(path, absolute));
    case "folder":
      return fail(
        `${path} is a folder. List it with search_files {"pattern": "*", "target": "files", "path": ${JSON.stringify(path)}}.`,
      );
    case "special":
      return fail(`${path} is a ${file.name}; only ordinary files are read.`);
    case "unreadable":
      return fail(`Cannot read ${path}: ${file.why}.`);
  }
}

function shown(
  { lines, totalLines, cutShort }: LinesRead,
  range: Range,
  size: number,
  redact: ReadFileDeps["redact"],
): ToolOutcome {
  const next = range.offset + lines.length;
  const truncated = next <= totalLines && lines.length > 0;
  const past = range.offset > totalLines && totalLines > 0;
  const content = lines.length === 0 ? "" : numbered(redact(lines.join("\n")), range.offset);
  const value = {
    content,
    total_lines: totalLines,
    file_size: size,
    truncated,
    ...(truncated ? { next_offset: next } : {}),
    ...(cutShort ? { hint: `Cut at ${mostChars} characters; read on at next_offset.` } : {}),
    ...(past ? { hint: `The file has only ${totalLines} lines.` } : {}),
  };
  return { kind: "ok", content: JSON.stringify(value), truncated };
}

function numbered(text: string, first: number): string {
  return text
    .split("\n")
    .map((line, index) => `${first + index}|${line}`)
    .join("\n");
}
