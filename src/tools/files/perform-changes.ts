import type { Applied, Change } from "../../domain/file-place.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { isInstructionFile } from "../../safety/path-classes.ts";
import { readVerdict, writeVerdict, type PathRules } from "../../safety/paths.ts";
import type { FileMemory } from "./file-memory.ts";
import type { FileSite, SiteOf } from "./file-site.ts";
import type { SyntaxCheck } from "./lint/syntax-check.ts";
import { refuse, type Refusal } from "./present-file.ts";
import { unifiedDiff } from "../../text/unified-diff.ts";

export type WritingDeps = {
  readonly paths: PathRules;
  readonly memory: FileMemory;
  readonly redact: (text: string) => string;
  readonly syntax: SyntaxCheck;
  /** Absent: all files are those of this machine. */
  readonly site?: SiteOf;
};

/** The same for one call, which knows where its files are. */
export type CallDeps = WritingDeps & FileSite;

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
  deps: CallDeps,
  { approve, signal, beforeChange }: Pick<ToolContext, "approve" | "signal" | "beforeChange">,
): Promise<Refusal | null> {
  for (const change of changes) {
    const diff = shownDiff(change, deps);
    for (const action of placesOf(change, deps)) {
      const verdict = await approve({ tool, kind: "write", action, ...(diff === "" ? {} : { diff }) });
      if (verdict.decision === "deny") return refuse(verdict.reason);
    }
  }
  signal.throwIfAborted();
  await beforeChange();
  signal.throwIfAborted();
  const applied = await deps.place.apply(changes, signal);
  if (applied.kind === "failed") return failure(applied);
  for (const { real } of changes) noteChange(real, applied.stamps.get(real) ?? null, deps);
  deps.memory.changes.somethingChanged();
  return null;
}

/** The path, and the file it led to when it was looked at: that one is written, wherever a link leads by now. */
function placesOf({ absolute, real }: TextChange, { paths }: CallDeps): readonly string[] {
  if (real === absolute || writeVerdict(real, paths).kind === "free") return [absolute];
  return isInstructionFile(absolute) ? [absolute, real] : [real];
}

function failure({ path, why, lost }: Extract<Applied, { kind: "failed" }>): Refusal {
  const words = `Cannot write ${path}: ${why}.`;
  if (lost.length === 0) return refuse(`${words} Every file is as it was.`);
  return { kind: "error", message: `${words} Could not put back: ${lost.join(", ")}.`, effect: "unknown" };
}

function noteChange(real: string, stamp: string | null, { place, memory }: CallDeps): void {
  if (stamp !== null) memory.noteStamp(place.key(real), stamp);
  memory.changes.noteWritten(real);
}

/** What changes in a file, for people and for the model. A file that may not be read is not shown this way either. */
export function shownDiff(
  { absolute, real, beforeText, afterText }: TextChange,
  { paths, redact }: Pick<WritingDeps, "paths" | "redact">,
): string {
  if ([absolute, real].some((path) => readVerdict(path, paths).kind === "denied")) return "";
  return cut(redact(unifiedDiff(beforeText ?? "", afterText ?? "")));
}

function cut(diff: string): string {
  return diff.length > mostDiffChars ? `${diff.slice(0, mostDiffChars).toWellFormed()}\n[diff cut]` : diff;
}
