import { readlinkSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { realPath } from "../../safety/paths.ts";

/**
 * What a path is inside: `own` is an empty folder of the sandbox that can be written to, `see` and `read` show the
 * machine's own, `write` lets it be changed, `hide` shows nothing in its place.
 */
export type Wall = { readonly path: string; readonly shows: (typeof precedence)[number] };

const precedence = ["own", "see", "write", "read", "hide"] as const; // of two rules for one path the later holds
const machine = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
const ownFolders = ["/tmp", "/var/tmp", "/run"]; // sockets of other programs live there

/** For every path the nearest rule above it holds. All paths are real ones; those that do not exist are left out. */
export function mountArguments(walls: readonly Wall[], emptyFile: string): readonly string[] {
  const own = ownFolders.filter((path) => kindOf(path) === "folder").map((path) => ({ path, shows: "own" }) as const);
  const all = [...own, ...walls].toSorted(
    (a, b) => compare(a.path, b.path) || precedence.indexOf(a.shows) - precedence.indexOf(b.shows),
  );
  const hidden = all.filter(({ path, shows }) => shows === "hide" && kindOf(path) === "folder");
  return [
    ...machine,
    ...all.flatMap((wall) => mount(wall, emptyFile)),
    ...hidden.flatMap(({ path }) => ["--remount-ro", path]), // at last: what is shown within needs a place to stand
  ];
}

/** The links on the way to a folder that would be lost with the folders the sandbox has of its own. */
export function linkArguments(path: string, walls: readonly Wall[]): readonly string[] {
  const above = dirname(path);
  if (above === path) return [];
  const before = linkArguments(above, walls);
  const target = linkAt(path);
  if (target === null) return before;
  const place = join(realPath(above), basename(path));
  const isLost = ownFolders.some((folder) => isBelow(place, folder)) && !isShown(place, walls);
  return isLost ? [...before, "--symlink", target, place] : before;
}

function isShown(path: string, walls: readonly Wall[]): boolean {
  return walls.some((wall) => ["see", "read", "write"].includes(wall.shows) && isBelow(path, wall.path));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // a folder, or nothing at all
  }
}

function mount({ path, shows }: Wall, emptyFile: string): readonly string[] {
  const kind = kindOf(path);
  if (kind === "missing" || path === "/") return [];
  if (shows === "write") return ["--bind", path, path];
  if (shows === "read" || shows === "see") return ["--ro-bind", path, path];
  if (shows === "own") return ["--perms", "1777", "--tmpfs", path];
  return kind === "folder" ? ["--tmpfs", path] : ["--ro-bind", emptyFile, path];
}

function kindOf(path: string): "folder" | "file" | "missing" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "missing"; // or closed to us, and then to what we start
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
