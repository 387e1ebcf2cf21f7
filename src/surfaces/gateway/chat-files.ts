import { join, sep } from "node:path";
import { isSystemPath } from "../../safety/path-classes.ts";
import { isHandedOn, readVerdict, realPath, type PathRules } from "../../safety/paths.ts";

/**
 * Whether a file may pass between a chat and us at all: no secret, nothing of the system's, and of our own home only
 * the cache, without what was put there for the model of some session.
 */
export function mayLeave(absolute: string, paths: PathRules): boolean {
  const real = realPath(absolute);
  if (readVerdict(absolute, paths).kind !== "free" || isSystemPath(real)) return false;
  const home = realPath(paths.hermesHome);
  const roots = paths.roots.map(realPath).filter((root) => isBelow(root, home)); // a workspace that is kept in there
  if (!isBelow(real, home) || roots.some((root) => isBelow(real, root))) return true;
  return isBelow(real, join(home, "cache")) && !isHandedOn(absolute, paths);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`);
}
