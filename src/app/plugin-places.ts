import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import { homeOf } from "../commands/home.ts";
import { gitRoot } from "../disk/git-root.ts";

/** Whether there is a folder that plugins could lie in. Two looks at the disk, before anything is loaded for them. */
export function mayHavePlugins(context: CommandContext): boolean {
  const home = homeOf(context);
  if (home.kind === "problem") return false;
  const root = gitRoot(context.cwd);
  const places = [join(home.home.path, "plugins"), ...(root === null ? [] : [join(root, ".hermes", "plugins")])];
  return places.some((place) => existsSync(place));
}
