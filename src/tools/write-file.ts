import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { readBounded } from "../disk/bounded-read.ts";
import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { restoreMasks } from "../safety/masks.ts";
import { absolutePath, realPath, writeVerdict, type PathRules } from "../safety/paths.ts";
import { binaryKind, diskProblem, fileKind } from "./file-kind.ts";
import type { FileMemory } from "./file-memory.ts";
import { newSyntaxError } from "./lint-text.ts";
import { formOf, inForm, isNumberedOutput } from "./text-form.ts";
import { unifiedDiff } from "../text/unified-diff.ts";

export type WriteFileDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly redact: (text: string) => string;
};

const mostCompared = 4 * 1024 * 1024; // bytes of an old file that are read to keep its form and show the difference
const mostDiffChars = 4_000;
const ordinaryFile = 0o666; // narrowed by the umask, like any file a program makes

export function createWriteFileTool({ paths, memory, redact }: WriteFileDeps): Tool {
  return defineTool({
    name: "write_file",
    toolset: "file",
    description: "Write a whole text file, replacing what is there. Parent folders are made.",
    concurrency: "path-write",
    input: z.object({ path: z.string().min(1), content: z.string() }),
    paths: ({ path }) => [path],
    preview: ({ path, content }) => `${path} (${content.length} chars)`,
    run: async ({ path, content }, { cwd, approve, signal, beforeChange }) => {
      if (isNumberedOutput(content))
        return fail("The content has read_file's line numbers in it. Send it without `N|`.");
      const absolute = absolutePath(path, cwd, paths.userHome);
      const verdict = writeVerdict(absolute, paths);
      if (verdict.kind === "denied")
        return fail(`Writing ${path} is denied: ${verdict.because}. Do not try another way.`);
      const approval = await approve({ tool: "write_file", kind: "write", action: absolute });
      if (approval.decision === "deny") return fail(approval.reason);
      signal.throwIfAborted();
      await beforeChange();
      return writeText({ path, absolute, content }, memory, redact);
    },
  });
}

type Target = { readonly path: string; readonly absolute: string; readonly content: string };
type Refusal = Extract<ToolOutcome, { kind: "error" }>;
type Present = {
  readonly kind: "present";
  readonly text: string | null;
  readonly created: boolean;
  readonly stale: boolean;
};

async function writeText(target: Target, memory: FileMemory, redact: (text: string) => string): Promise<ToolOutcome> {
  const { path, absolute } = target;
  try {
    const present = lookAt(target, memory);
    if (present.kind === "error") return present;
    const repaired = restoreMasks(target.content, present.text);
    if (repaired.kind === "refused") return maskRefusal(path, repaired.line, repaired.mask);
    const text = present.text === null ? repaired.text : inForm(repaired.text, formOf(present.text));
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileAtomic(absolute, text, ordinaryFile);
    const after = fileKind(absolute);
    if (after.kind === "file") memory.noteStamp(absolute, after.stamp);
    memory.noteWritten(realPath(absolute));
    memory.somethingChanged();
    return await report(target, text, present, redact);
  } catch (error) {
    return refuse(`Cannot write ${path}: ${diskProblem(error)}. The file is as it was.`);
  }
}

function lookAt({ path, absolute }: Target, memory: FileMemory): Present | Refusal {
  const file = fileKind(absolute);
  switch (file.kind) {
    case "missing":
      return { kind: "present", text: null, created: true, stale: false };
    case "folder":
      return refuse(`${path} is a folder.`);
    case "special":
      return refuse(`${path} is a ${file.name}; only ordinary files are written.`);
    case "unreadable":
      return refuse(`Cannot write ${path}: ${file.why}.`);
    case "file": {
      if (binaryKind(absolute) !== null) return refuse(`${path} is a binary file; text would destroy it.`);
      const read = readBounded(absolute, mostCompared);
      const text = read.kind === "read" ? read.bytes.toString("utf8") : null;
      return { kind: "present", text, created: false, stale: memory.changedBehind(absolute, file.stamp) };
    }
  }
}

async function report(
  target: Target,
  text: string,
  present: Present,
  redact: (text: string) => string,
): Promise<ToolOutcome> {
  const lint = await newSyntaxError(target.absolute, present.text, text);
  const diff = present.text === null ? "" : redact(unifiedDiff(present.text, text));
  return ok({
    bytes_written: Buffer.byteLength(text),
    created: present.created,
    verified: digest(readFileSync(target.absolute)) === digest(Buffer.from(text)),
    ...(lint === null ? {} : { lint }),
    ...(present.stale ? { warning: "The file had changed since you last read it; your text replaced that." } : {}),
    resolved_path: target.absolute,
    diff: diff.length > mostDiffChars ? `${diff.slice(0, mostDiffChars).toWellFormed()}\n[diff cut]` : diff,
  });
}

function refuse(message: string): Refusal {
  return { kind: "error", message, effect: "none" };
}

function maskRefusal(path: string, line: number, mask: string): ToolOutcome {
  return refuse(
    `Line ${line} holds ${mask}, the mask of a secret that ${path} does not hold exactly once. Nothing was written; leave that value as it is, or ask the user for it.`,
  );
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
