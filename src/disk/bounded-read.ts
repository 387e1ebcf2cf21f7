import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export type BoundedRead =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "too-long"; readonly size: number }
  | { readonly kind: "missing" }
  | { readonly kind: "not-a-file" }; // folders, devices and pipes: opened without waiting, never read

/** A regular file of at most `limit` bytes. Other errors, such as a refused permission, are thrown. */
export function readBounded(path: string, limit: number): BoundedRead {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) {
      return { kind: "missing" };
    }
    throw error;
  }
  return readBoundedFrom(file, limit);
}

/** The same of a file that is open already. It is closed afterwards. */
export function readBoundedFrom(file: number, limit: number): BoundedRead {
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { kind: "not-a-file" };
    if (stats.size > limit) return { kind: "too-long", size: stats.size };
    return { kind: "read", bytes: readAll(file, limit) };
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, limit: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; total <= limit;) {
    const chunk = Buffer.alloc(Math.min(65_536, limit - total + 1));
    const read = readSync(file, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    total += read;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
