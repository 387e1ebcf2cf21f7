import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandRun } from "../commands/command.ts";
import { update } from "../commands/update/update.ts";

export function updateRun(): CommandRun {
  return update(ownFolder(import.meta.dirname));
}

/** The nearest folder above that is a package: bundled and in source we lie at different depths. */
function ownFolder(folder: string): string {
  if (existsSync(join(folder, "package.json")) || dirname(folder) === folder) return folder;
  return ownFolder(dirname(folder));
}
