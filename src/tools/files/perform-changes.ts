import type { ToolContext } from "../../domain/tool.ts";
import { readVerdict, writeVerdict, type PathRules } from "../../safety/paths.ts";
import { applyChanges, type Change } from "./change.ts";
import { fileKind } from "./file-kind.ts";
import type { FileMemory } from "./file-memory.ts";
import type { SyntaxCheck } from "./lint/syntax-check.ts";
import { refuse, type Refusal } from "./present-file.ts";
import { unifiedDiff } from "../../text/unified-diff.ts";

export type WritingDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly redact: (text: string) => string;
  readonly syntax: SyntaxCheck;
};

/** A change with its texts, for showing it. A text is null where there is none or it is too long to be compared. */
export type TextChange = Change & { readonly beforeText: string | null; readonly afterText: string | null };

const mostDiffChars = 4_000;

/** Why this path may not be written at all, or null. Nobody is asked. */
export function deniedWrite(path: string, absolute: string, paths: PathRules): Refusal | null {
  const verdict = writeVerdict(absolute, paths);
  if (verdict.kind !== "denied") return null;
  return refuse(`Writing ${path} is denied: ${verdict.because}. Do not try another way.`);
}

/** Asks for every path, then changes all files or none. null: done. */
export async function performChanges(
  tool: string,
  changes: readonly TextChange[],
  deps: WritingDeps,
  { approve, signal, beforeChange }: Pick<ToolContext, "approve" | "signal" | "beforeChange">,
): Promise<Refusal | null> {
  for (const change of changes) {
    const diff = shownDiff(change, deps);
    const verdict = await approve({ tool, kind: "write", action: change.absolute, ...(diff === "" ? {} : { diff }) });
    if (verdict.decision === "deny") return refuse(verdict.reason);
  }
  signal.throwIfAborted();
  await beforeChange();
  signal.throwIfAborted();
  const applied = applyChanges(changes);
  if (applied.kind === "failed") return failure(applied);
  for (const change of changes) noteChange(change, deps.memory);
  deps.memory.changes.somethingChanged();
  return null;
}

function failure({ path, why, lost }: Extract<ReturnType<typeof applyChanges>, { kind: "failed" }>): Refusal {
  const words = `Cannot write ${path}: ${why}.`;
  if (lost.length === 0) return refuse(`${words} Every file is as it was.`);
  return { kind: "error", message: `${words} Could not put back: ${lost.join(", ")}.`, effect: "unknown" };
}

function noteChange({ real }: TextChange, { noteStamp, changes }: FileMemory): void {
  const now = fileKind(real);
  if (now.kind === "file") noteStamp(real, now.stamp);
  changes.noteWritten(real);
}

/** What changes in a file, for people and for the model. A file that may not be read is not shown this way either. */
export function shownDiff({ absolute, beforeText, afterText }: TextChange, { paths, redact }: WritingDeps): string {
  if (readVerdict(absolute, paths).kind === "denied") return "";
  return cut(redact(unifiedDiff(beforeText ?? "", afterText ?? "")));
}

function cut(diff: string): string {
  return diff.length > mostDiffChars ? `${diff.slice(0, mostDiffChars).toWellFormed()}\n[diff cut]` : diff;
}
