import { parse, sep } from "node:path";
import { realPath, type PathRules } from "../../safety/paths.ts";

/** A whole home, or a whole disk, is nobody's project. */
export function isUnfit(root: string, { userHome }: Pick<PathRules, "userHome">): boolean {
  const [folder, home] = [realPath(root), realPath(userHome)];
  return folder === parse(folder).root || folder === home || home.startsWith(folder + sep);
}
