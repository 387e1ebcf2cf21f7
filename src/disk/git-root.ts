import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest folder upwards that holds a `.git`, which in worktrees and submodules is a file; null: there is none. */
export function gitRoot(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return null;
  }
}
