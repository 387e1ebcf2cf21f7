import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { filesBelow, isInside } from "./guard/folder-files.ts";
import { supportFolders } from "./skill.ts";

/** The files beside a SKILL.md, by the folder they are in. */
export type LinkedFiles = Readonly<Partial<Record<(typeof supportFolders)[number], readonly string[]>>>;

export function linkedFiles(folder: string): LinkedFiles {
  const files = ordinaryFiles(folder);
  const kinds = supportFolders.map((kind) => [kind, files.filter((path) => path.startsWith(`${kind}/`))] as const);
  return Object.fromEntries(kinds.filter(([, paths]) => paths.length > 0));
}

/** Every file that may be asked for by its path. */
export function ordinaryFiles(folder: string): readonly string[] {
  try {
    return filesBelow(folder).flatMap(({ path, kind }) => (kind === "file" ? [path] : []));
  } catch {
    return []; // a folder that cannot be listed: SKILL.md itself was readable
  }
}

/** The absolute path of a file of the skill, or null when it would lie outside, by its words or through a link. */
export function pathInside(folder: string, path: string): string | null {
  const parts = path.split(/[/\\]/);
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path) || path.includes("\0") || parts.includes("..")) return null;
  const full = join(folder, ...parts);
  return isInside(realOrParent(full), realpathSync(folder)) ? full : null;
}

/** Where a path leads, or its nearest existing parent where there is nothing yet. */
function realOrParent(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realOrParent(join(path, "..")), path.split(/[/\\]/).at(-1) ?? "");
  }
}
