import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { byCodePoint } from "../skill.ts";

/** A file of a skill; `outside` is a link that leaves the folder and is never opened. */
export type FolderFile = { readonly path: string; readonly kind: "file" | "outside" | "other"; readonly size: number };

const mostEntries = 1_000;

/** All files below a folder without following links to folders; at most a thousand, which is too many anyway. */
export function filesBelow(folder: string): readonly FolderFile[] {
  const real = realpathSync(folder);
  const files: FolderFile[] = [];
  const waiting = [real];
  for (let at = waiting.shift(); at !== undefined && files.length < mostEntries; at = waiting.shift()) {
    const entries = readdirSync(at, { withFileTypes: true }).toSorted((a, b) => byCodePoint(a.name, b.name));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else files.push({ path: relative(real, path).split(sep).join("/"), ...kindOf(path, real, entry.isFile()) });
    }
  }
  return files;
}

function kindOf(path: string, root: string, isFile: boolean): Pick<FolderFile, "kind" | "size"> {
  if (isFile) return { kind: "file", size: statSync(path).size };
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined) return { kind: "outside", size: 0 }; // leads nowhere now; nobody knows where to tomorrow
  if (!isInside(realpathSync(path), root)) return { kind: "outside", size: 0 };
  return target.isFile() ? { kind: "file", size: target.size } : { kind: "other", size: 0 };
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
