import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const privateFile = 0o600;

/**
 * Replaces a file in one step: readers see the old bytes or the new ones, never half of them.
 * An existing file keeps its mode; a new one gets `mode` at creation. A link is followed, so that it stays a link.
 */
export function writeFileAtomic(path: string, data: string | Uint8Array, mode: number = privateFile): void {
  const target = resolved(path);
  replaceEntry(target, data, { keep: modeOf(target), mode });
}

/** The same for the directory entry itself: a link in its place is replaced, not followed. */
export function replaceEntry(
  target: string,
  data: string | Uint8Array,
  { keep, mode }: { readonly keep: number | null; readonly mode: number },
): void {
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
  const file = openSync(draft, "wx", keep ?? mode);
  try {
    try {
      writeAll(file, typeof data === "string" ? Buffer.from(data, "utf8") : data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (keep !== null) chmodSync(draft, keep); // the umask may have narrowed it
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // new, or a link to nothing: rename puts the file in its place
  }
}

function modeOf(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : stats.mode & 0o777;
}
