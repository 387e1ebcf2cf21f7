import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../disk/folders.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const privateFile = 0o600;

/** A file that takes the full text of a result too long for the conversation. */
export type SpillFile = {
  readonly path: string;
  readonly append: (text: string) => void;
  readonly close: () => void;
};

/**
 * Made anew for its owner alone: an existing file or a link in its place is left as it is, and another name taken. An
 * earlier result may name it: some endpoints give their ids again, and one call may store its output and its result.
 */
export function openSpill(folder: string, callId: string): SpillFile {
  ensurePrivateFolder(folder);
  const { path, file } = created(join(folder, fileName(callId)));
  return {
    path,
    append: (text) => {
      const bytes = Buffer.from(text, "utf8");
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    },
    close: () => closeSync(file),
  };
}

function created(stem: string): { readonly path: string; readonly file: number } {
  for (let number = 1; ; number += 1) {
    const path = numbered(stem, number);
    try {
      return { path, file: openSync(path, O_WRONLY | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), privateFile) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function numbered(stem: string, number: number): string {
  return `${stem}${number === 1 ? "" : `-${number}`}.txt`;
}

const keptMs = 24 * 60 * 60 * 1_000;

/** Removes what was spilled more than a day ago. */
export function sweepSpills(folder: string, nowMs: number): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const path of names.filter((name) => name.endsWith(".txt")).map((name) => join(folder, name))) {
    const stats = lstatSync(path, { throwIfNoEntry: false }); // another process may sweep too
    if (stats !== undefined && nowMs - stats.mtimeMs > keptMs) rmSync(path, { force: true });
  }
}

/** Writes all of a text, once: the same text of the same call has the same place. null: the disk does not take it. */
export function spill(folder: string, callId: string, text: string): string | null {
  try {
    const known = placeOf(text, join(folder, fileName(callId)));
    if (known !== null) return known;
    const file = openSpill(folder, callId);
    try {
      file.append(text);
    } finally {
      file.close();
    }
    return file.path;
  } catch {
    return null; // a full or read-only disk: the caller cuts the text instead and says so
  }
}

function placeOf(text: string, stem: string): string | null {
  const bytes = Buffer.from(text, "utf8");
  for (let number = 1; ; number += 1) {
    const path = numbered(stem, number);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    if (stats.isFile() && stats.size === bytes.length && readFileSync(path).equals(bytes)) return path;
  }
}

function fileName(callId: string): string {
  return callId.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 100) || "result";
}
