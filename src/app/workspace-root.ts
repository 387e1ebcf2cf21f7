import { gitRoot } from "../disk/git-root.ts";

/** The git checkout a folder lies in, else the folder itself: inside it files may be changed without asking. */
export function workspaceRoot(folder: string): string {
  return gitRoot(folder) ?? folder;
}
