import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const ownerOnly = 0o700;

/**
 * Makes a folder, and any missing parent, that only its owner can enter. An existing one is left as it is.
 * Not `mkdir` with `recursive`: that never returns where a file system answers ENOENT for every new name, as /proc does.
 */
export function ensurePrivateFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) ensurePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: ownerOnly });
  } catch (error) {
    if (!isExisting(error)) throw error;
    readdirSync(path); // another process was faster, or a file is in the way, which this names as ENOTDIR
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
