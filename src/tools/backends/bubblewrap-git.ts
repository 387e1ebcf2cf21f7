import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { realPath } from "../../safety/paths.ts";
import type { Wall } from "./bubblewrap-mounts.ts";

const longestPointer = 4_096;

/**
 * A checkout's git folders can be written to, wherever they lie; but hooks and configuration name programs that the
 * person's own git would run later, outside the walls.
 */
export function gitWalls(root: string): readonly Wall[] {
  return gitFolders(join(root, ".git")).flatMap((folder): readonly Wall[] => [
    { path: folder, shows: "write" },
    ...[folder, ...submodulesIn(folder)].flatMap(guarded),
  ]);
}

/** The folder itself, or for a worktree or submodule the one its file names and the one that shares with others. */
function gitFolders(entry: string): readonly string[] {
  const folder = isFolder(entry) ? entry : pointedAt(entry);
  if (folder === null || !isFolder(folder)) return [];
  const common = readPointer(join(folder, "commondir"));
  return [folder, ...(common === null ? [] : [resolve(folder, common)])].map(realPath);
}

function guarded(folder: string): readonly Wall[] {
  if (!isFolder(join(folder, "objects"))) return []; // a worktree's own part runs nothing
  const hooks = join(folder, "hooks");
  try {
    mkdirSync(hooks, { recursive: true }); // only what exists can be guarded
  } catch {
    return []; // the folder is closed to us, and so it is inside
  }
  return ["hooks", "config", "config.worktree"].map((name) => ({ path: join(folder, name), shows: "read" }) as const);
}

function submodulesIn(folder: string): readonly string[] {
  const modules = join(folder, "modules");
  try {
    const entries = readdirSync(modules, { withFileTypes: true, recursive: false });
    const found = entries.filter((entry) => entry.isDirectory()).map((entry) => join(modules, entry.name));
    return found.flatMap((module) => [module, ...submodulesIn(module)]);
  } catch {
    return []; // it has none
  }
}

function pointedAt(file: string): string | null {
  const target = readPointer(file)?.match(/^gitdir: (.+)$/)?.[1];
  return target === undefined ? null : resolve(file, "..", target);
}

function readPointer(file: string): string | null {
  try {
    return statSync(file).size > longestPointer ? null : readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
