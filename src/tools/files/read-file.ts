import { z } from "zod";
import type { FileKind, LinesRead, LineWindow, Look } from "../../domain/file-place.ts";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import { absolutePath, readVerdict, type PathRules } from "../../safety/paths.ts";
import { documentText, isDocument } from "./documents/document-text.ts";
import { diskProblem, noSuchFile } from "./file-kind.ts";
import type { FileMemory } from "./file-memory.ts";
import { type FileSite, orProblem, siteHere, type SiteOf } from "./file-site.ts";
import { linesOf } from "./read-lines.ts";

export type ReadFileDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly redact: (text: string) => string;
  /** Absent: all files are those of this machine. */
  readonly site?: SiteOf;
  /** Of one reading; absent: as the settings say where nobody changed them. */
  readonly limits?: ReadLimits;
};

export type ReadLimits = { readonly lines: number; readonly chars: number; readonly lineChars: number };

type Range = { readonly path: string; readonly offset: number; readonly limit: number };

const usual: ReadLimits = { lines: 2_000, chars: 100_000, lineChars: 2_000 };

export function createReadFileTool(deps: ReadFileDeps): Tool {
  const { paths, memory, redact, site = siteHere(paths), limits = usual } = deps;
  const read = async ({ path, ...asked }: Range, context: ToolContext): Promise<ToolOutcome> => {
    const where = await site(path, context.cwd, context.signal);
    const absolute = absolutePath(path, where.cwd, where.paths.userHome);
    const look = await where.place.look(absolute, context.signal);
    for (const one of [absolute, look.real]) {
      // the file that is read then, even if the path leads elsewhere by now
      const verdict = readVerdict(one, where.paths);
      if (verdict.kind === "denied") return fail(`Reading ${path} is denied: ${verdict.because}.`);
    }
    const range = { path, offset: Math.max(1, asked.offset), limit: Math.min(limits.lines, Math.max(1, asked.limit)) };
    return readRange({ absolute, look, range }, { memory, redact, where, limits }, context);
  };
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
      limit: z.int().default(limits.lines).describe(`Lines, at most ${limits.lines}`),
    }),
    paths: ({ path }) => [path],
    preview: ({ path }) => path,
    run: (asked, context) => orProblem(read(asked, context)),
  });
}

type Wanted = { readonly absolute: string; readonly look: Look; readonly range: Range };
type Around = Pick<ReadFileDeps, "memory" | "redact"> & { readonly where: FileSite; readonly limits: ReadLimits };

async function readRange(
  { absolute, look, range }: Wanted,
  { memory, redact, where, limits }: Around,
  { sessionId, signal, enabledTools }: ToolContext,
): Promise<ToolOutcome> {
  const { file, real, binary } = look;
  const { place } = where;
  if (file.kind !== "file") return refusal(file, range.path, () => noSuchFile(range.path, absolute, place, signal));
  try {
    const kind = isDocument(absolute) ? null : binary();
    if (kind !== null) return notText(range.path, kind, enabledTools);
    const times = memory.showing(sessionId, `${place.key(absolute)}:${range.offset}:${range.limit}`, file.stamp);
    if (times > 2)
      return fail(`You have read these lines of ${range.path} already and nothing has changed. Use what you have.`);
    memory.noteStamp(place.key(real), file.stamp);
    if (times === 2)
      return ok({ content: "[unchanged: the same lines are above in this conversation]", unchanged: true });
    const window = { ...range, maxChars: limits.chars, maxLineChars: limits.lineChars };
    const read = await linesIn({ absolute, real, binary }, window, where, signal);
    return typeof read === "string"
      ? fail(`Cannot read ${range.path}: ${read}.`)
      : shown(read, range, file.size, { redact, limits });
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(`Cannot read ${range.path}: ${diskProblem(error)}.`);
  }
}

/** A document is read as its text, or as it is if it only has the name of one. A string says what is wrong with it. */
async function linesIn(
  { absolute, real, binary }: { readonly absolute: string } & Pick<Look, "binary" | "real">,
  window: LineWindow,
  { place }: FileSite,
  signal: AbortSignal,
): Promise<LinesRead | string> {
  const document = isDocument(absolute) ? await documentText({ path: absolute, real }, place, signal) : null;
  if (document?.kind === "text") return linesOf(document.text, window);
  if (document === null || binary() === null) return place.lines(real, window, signal);
  return document.why;
}

function notText(path: string, kind: string, enabledTools: readonly string[]): ToolOutcome {
  if (kind !== "image") return fail(`${path} is a binary file, not text.`);
  const advice = enabledTools.includes("vision_analyze") ? " Look at it with vision_analyze." : "";
  return fail(`${path} is an image, not text.${advice}`);
}

async function refusal(
  file: Exclude<FileKind, { kind: "file" }>,
  path: string,
  missing: () => Promise<string>,
): Promise<ToolOutcome> {
  switch (file.kind) {
    case "missing":
      return fail(await missing());
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
  { redact, limits }: Pick<Around, "redact" | "limits">,
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
    ...(cutShort ? { hint: `Cut at ${limits.chars} characters; read on at next_offset.` } : {}),
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
