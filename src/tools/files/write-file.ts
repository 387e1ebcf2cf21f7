import { createHash } from "node:crypto";
import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import { restoreMasks } from "../../safety/masks.ts";
import { absolutePath } from "../../safety/paths.ts";
import { diskProblem } from "./file-kind.ts";
import { orProblem, siteHere } from "./file-site.ts";
import {
  type CallDeps,
  deniedWrite,
  performChanges,
  shownDiff,
  type TextChange,
  type WritingDeps,
} from "./perform-changes.ts";
import { presentFile, refuse, type PresentFile, type Refusal } from "./present-file.ts";
import { formOf, inForm, isNumberedOutput } from "./text-form.ts";

const mostCompared = 4 * 1024 * 1024; // bytes of an old file that are read to keep its form and show the difference

export function createWriteFileTool(deps: WritingDeps): Tool {
  return defineTool({
    name: "write_file",
    toolset: "file",
    description: "Write a whole text file, replacing what is there. Parent folders are made.",
    concurrency: "path-write",
    input: z.object({ path: z.string().min(1), content: z.string() }),
    paths: ({ path }) => [path],
    preview: ({ path, content }) => `${path} (${content.length} chars)`,
    run: (asked, context) => orProblem(write(asked, deps, context)),
  });
}

async function write(
  { path, content }: Omit<Target, "absolute">,
  deps: WritingDeps,
  context: ToolContext,
): Promise<ToolOutcome> {
  if (isNumberedOutput(content)) return fail("The content has read_file's line numbers in it. Send it without `N|`.");
  const { site = siteHere(deps.paths), memory } = deps;
  const where = await site(path, context.cwd, context.signal);
  const absolute = absolutePath(path, where.cwd, where.paths.userHome);
  const { real } = await where.place.look(absolute, context.signal);
  const denied = deniedWrite(path, absolute, where.paths);
  if (denied !== null) return denied;
  const work = (): Promise<ToolOutcome> => writeText({ path, absolute, content }, { ...deps, ...where }, context);
  return memory.changes.locks.holding([where.place.key(real)], work, context.signal);
}

type Target = { readonly path: string; readonly absolute: string; readonly content: string };

async function writeText(target: Target, deps: CallDeps, context: ToolContext): Promise<ToolOutcome> {
  const change = await planned(target, deps, context.signal);
  if (change.kind === "error") return change;
  const stale = change.stamp !== null && deps.memory.changedBehind(deps.place.key(change.real), change.stamp);
  const refusal = await performChanges("write_file", [change], deps, context);
  return refusal ?? (await report(change, stale, deps, context.signal));
}

type Planned = PresentFile & TextChange & { readonly afterText: string };

async function planned(
  { path, absolute, content }: Target,
  { place }: CallDeps,
  signal: AbortSignal,
): Promise<Planned | Refusal> {
  try {
    const present = await presentFile({ path, absolute, mostBytes: mostCompared }, place, signal);
    if (present.kind === "error") return present;
    const { text: beforeText, bytes: before } = present;
    const repaired = restoreMasks(content, beforeText);
    if (repaired.kind === "refused") return maskRefusal(path, repaired.line, repaired.mask);
    const text = beforeText === null ? repaired.text : inForm(repaired.text, formOf(beforeText));
    return { ...present, before, beforeText, after: Buffer.from(text), afterText: text };
  } catch (error) {
    return refuse(`Cannot write ${path}: ${diskProblem(error)}. The file is as it was.`);
  }
}

async function report(change: Planned, stale: boolean, deps: CallDeps, signal: AbortSignal): Promise<ToolOutcome> {
  const { absolute, real, stamp, beforeText: before, afterText: after } = change;
  const lint = await deps.syntax(absolute, { before, after }, signal);
  return ok({
    bytes_written: Buffer.byteLength(after),
    created: stamp === null,
    verified: await isWritten(real, Buffer.from(after), deps, signal),
    ...(lint === null ? {} : { lint }),
    ...(stale ? { warning: "The file had changed since you last read it; your text replaced that." } : {}),
    resolved_path: real,
    diff: before === null ? "" : shownDiff(change, deps),
  });
}

async function isWritten(path: string, text: Buffer, { place }: CallDeps, signal: AbortSignal): Promise<boolean> {
  try {
    const now = await place.read(path, text.length, signal);
    return now !== null && digest(now) === digest(text);
  } catch {
    return false; // gone already, or out of reach: the model is told
  }
}

function maskRefusal(path: string, line: number, mask: string): Refusal {
  return refuse(
    `Line ${line} holds ${mask}, the mask of a secret that ${path} does not hold exactly once. Nothing was written; leave that value as it is, or ask the user for it.`,
  );
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
