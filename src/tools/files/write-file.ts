import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../../domain/tool.ts";
import { restoreMasks } from "../../safety/masks.ts";
import { absolutePath, realPath } from "../../safety/paths.ts";
import { diskProblem } from "./file-kind.ts";
import { deniedWrite, performChanges, shownDiff, type TextChange, type WritingDeps } from "./perform-changes.ts";
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
    run: async ({ path, content }, context) => {
      if (isNumberedOutput(content))
        return fail("The content has read_file's line numbers in it. Send it without `N|`.");
      const absolute = absolutePath(path, context.cwd, deps.paths.userHome);
      const denied = deniedWrite(path, absolute, deps.paths);
      if (denied !== null) return denied;
      const write = (): Promise<ToolOutcome> => writeText({ path, absolute, content }, deps, context);
      return deps.memory.changes.locks.holding([realPath(absolute)], write, context.signal);
    },
  });
}

type Target = { readonly path: string; readonly absolute: string; readonly content: string };

async function writeText(target: Target, deps: WritingDeps, context: ToolContext): Promise<ToolOutcome> {
  const change = planned(target);
  if (change.kind === "error") return change;
  const stale = change.stamp !== null && deps.memory.changedBehind(change.real, change.stamp);
  const refusal = await performChanges("write_file", [change], deps, context);
  return refusal ?? (await report(change, stale, deps, context.signal));
}

type Planned = PresentFile & TextChange & { readonly afterText: string };

function planned({ path, absolute, content }: Target): Planned | Refusal {
  try {
    const present = presentFile(path, absolute, mostCompared);
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

async function report(change: Planned, stale: boolean, deps: WritingDeps, signal: AbortSignal): Promise<ToolOutcome> {
  const { absolute, real, stamp, beforeText: before, afterText: after } = change;
  const lint = await deps.syntax(absolute, { before, after }, signal);
  return ok({
    bytes_written: Buffer.byteLength(after),
    created: stamp === null,
    verified: isWritten(real, after),
    ...(lint === null ? {} : { lint }),
    ...(stale ? { warning: "The file had changed since you last read it; your text replaced that." } : {}),
    resolved_path: real,
    diff: before === null ? "" : shownDiff(change, deps),
  });
}

function isWritten(path: string, text: string): boolean {
  try {
    return digest(readFileSync(path)) === digest(Buffer.from(text));
  } catch {
    return false; // gone already, or unreadable: the model is told
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
