import { lstatSync, rmdirSync, unlinkSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { anchorFolder } from "../../disk/anchored-folder.ts";
import { replaceEntry } from "../../disk/atomic-write.ts";
import type { Applied, Change } from "../../domain/file-place.ts";
import { realPath } from "../../safety/paths.ts";
import { diskProblem, fileKind, stampOf } from "./file-kind.ts";

type Undo = { readonly path: string; readonly run: () => void };

const ordinaryFile = 0o666; // narrowed by the umask, like any file a program makes

/** All changes, or none: what was done before a failure is put back. `lost` names what could not be. */
export function applyChanges(changes: readonly Change[]): Applied {
  const done: Undo[] = [];
  const ordered = changes.toSorted((a, b) => Number(a.after === null) - Number(b.after === null)); // what goes, goes last
  for (const change of ordered) {
    try {
      done.push(carryOut(change));
    } catch (error) {
      return { kind: "failed", path: change.path, why: whyOf(error), lost: putBack(done) };
    }
  }
  return { kind: "applied", stamps: new Map(changes.flatMap(({ real }) => stampNow(real))) };
}

function stampNow(real: string): readonly (readonly [string, string])[] {
  const now = fileKind(real);
  return now.kind === "file" ? [[real, now.stamp]] : [];
}

function carryOut(change: Change): Undo {
  const { path, absolute, real, before } = change;
  if (realPath(absolute) !== real) throw new ChangedError("it leads elsewhere than when it was checked");
  using folder = anchorFolder(dirname(real));
  try {
    const mode = changeEntry(folder.at(basename(real)), change);
    return { path, run: () => undo(real, before, mode, folder.made) };
  } catch (error) {
    removeFolders(folder.made);
    throw error;
  }
}

/** Returns the mode the file had, or has now. */
function changeEntry(entry: string, { stamp, after, mode }: Change): number | null {
  const stats = lstatSync(entry, { throwIfNoEntry: false });
  if (!isAsRead(stats, stamp)) throw new ChangedError("it was changed by somebody else meanwhile");
  const keep = stats?.isFile() === true ? stats.mode & 0o777 : mode;
  if (after === null) unlinkSync(entry);
  else replaceEntry(entry, after, { keep, mode: ordinaryFile });
  return keep;
}

function undo(real: string, before: Buffer | null, mode: number | null, made: readonly string[]): void {
  using folder = anchorFolder(dirname(real));
  const entry = folder.at(basename(real));
  if (before === null) unlinkSync(entry);
  else replaceEntry(entry, before, { keep: mode, mode: ordinaryFile });
  removeFolders(made);
}

/** Those that were made for a file that did not come to be; empty, or they stay. */
function removeFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) rmdirSync(folder);
}

function putBack(done: readonly Undo[]): readonly string[] {
  return done.toReversed().flatMap(({ path, run }) => {
    try {
      run();
      return [];
    } catch {
      return [path]; // told to the model: the call's effect is not "none" then
    }
  });
}

/** Somebody else's work is not overwritten unseen: approval may have taken its time. A link to nothing is no file. */
function isAsRead(stats: Stats | undefined, stamp: string | null): boolean {
  if (stats === undefined || stats.isSymbolicLink()) return stamp === null;
  return stats.isFile() && stampOf(stats) === stamp;
}

class ChangedError extends Error {}

function whyOf(error: unknown): string {
  return error instanceof ChangedError ? error.message : diskProblem(error);
}
