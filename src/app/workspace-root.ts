import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The git checkout a folder lies in, else the folder itself: inside it files may be changed without asking. */
export function workspaceRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}
