import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Writes a private file piece by piece; it appears under its name when it is whole. Returns what went wrong, or null. */
export function writeChunks(path: string, chunks: Iterable<string>): string | null {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      for (const chunk of chunks) writeFileSync(file, chunk);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
    return null;
  } catch (error) {
    rmSync(draft, { force: true });
    if (error instanceof Error && "syscall" in error) return error.message;
    throw error;
  }
}
