import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";

const longestKept = 4 * 1_048_576;

/** Says why a folder may not stay as it is now, or null. */
export type FolderCheck = (folder: string) => string | null;

export type FileChange = {
  readonly folder: string;
  readonly path: string;
  /** null: the file goes. */
  readonly text: string | null;
};

/** Writes one file, looks at the result, and puts back what was there if it may not stay. */
export function changeFile({ folder, path, text }: FileChange, check: FolderCheck): string | null {
  const before = readBounded(path, longestKept);
  if (text === null) rmSync(path);
  else {
    ensurePrivateFolder(dirname(path));
    writeFileAtomic(path, text);
  }
  const why = check(folder);
  if (why === null) return null;
  if (before.kind === "read") writeFileAtomic(path, before.bytes);
  else rmSync(path, { force: true });
  return why;
}
