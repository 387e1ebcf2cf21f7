import { closeSync, readSync, statSync, type Stats } from "node:fs";
import { extname } from "node:path";
import { type FileKind, type FilePlace, PlaceProblem } from "../../domain/file-place.ts";
import { openFileAt } from "../../disk/anchored-folder.ts";
import { similarPaths } from "./similar-paths.ts";

export function fileKind(path: string): FileKind {
  try {
    return kindOf(statSync(path));
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR"
      ? { kind: "missing" }
      : { kind: "unreadable", why: diskProblem(error) };
  }
}

function kindOf(stats: Stats): FileKind {
  if (stats.isFile()) {
    const { size, mode } = stats;
    return { kind: "file", size, mode: mode & 0o777, stamp: stampOf(stats) };
  }
  if (stats.isDirectory()) return { kind: "folder" };
  return { kind: "special", name: stats.isFIFO() ? "named pipe" : stats.isSocket() ? "socket" : "device" };
}

/** Differs when a file was changed. */
export function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}:${size}:${mtimeMs}`;
}

const imageNames = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".ico", ".tiff", ".heic"]);
const portableDocument = Buffer.from("%PDF-"); // binary, though it may start with text
export const sniffedBytes = 8_192;

/** What a file without text is called, or null for text. A name may lie, so its first bytes decide. */
export function binaryKind(path: string, real: string): string | null {
  const file = openFileAt(real);
  try {
    const start = Buffer.alloc(sniffedBytes);
    const read = readSync(file, start, 0, sniffedBytes, 0);
    return binaryStart(path, start.subarray(0, read));
  } finally {
    closeSync(file);
  }
}

/** The same, from the first bytes themselves. */
export function binaryStart(path: string, first: Buffer): string | null {
  if (!first.includes(0) && !first.subarray(0, 5).equals(portableDocument)) return null;
  return imageNames.has(extname(path).toLowerCase()) ? "image" : "binary file";
}

export async function noSuchFile(
  path: string,
  absolute: string,
  place: FilePlace,
  signal: AbortSignal,
): Promise<string> {
  const similar = await similarPaths(absolute, place, signal);
  return `No such file: ${path}.${similar.length === 0 ? "" : ` Similar: ${similar.join(", ")}`}`;
}

const problems: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "a part of the path is not a folder", // as mkdir puts it
  EISDIR: "it is a folder",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EMOVED: "it leads elsewhere than when it was checked",
  EMFILE: "too many open files",
  ERR_INVALID_ARG_VALUE: "its path holds a NUL character",
};

/** An error of the file system in words; a bug stays what it is, and so does a place that cannot be reached. */
export function diskProblem(error: unknown): string {
  if (error instanceof PlaceProblem) throw error;
  const code = codeOf(error);
  if (code === null) throw error;
  return problems[code] ?? `the file system answered ${code}`;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
