import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { RunOptions } from "../commands/run-options.ts";
import type { SessionRow } from "../store/store.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { exitCodes } from "./exit-codes.ts";
import { refused, type Refusal } from "./open-settings.ts";

/** Where the session works, and where else it may change files. */
export function workFolders(
  options: Pick<RunOptions, "addDirs" | "startIn" | "restoreCwd">,
  resumed: SessionRow | null,
  cwd: string,
): { readonly kind: "folders"; readonly start: string; readonly added: readonly string[] } | Refusal {
  const start = startFolder(options, resumed, cwd);
  if (start.kind === "refused") return start;
  const added = addedFolders(options, cwd);
  return added.kind === "refused" ? added : { kind: "folders", start: start.path, added: added.paths };
}

/** The folders of `--add-dir`, absolute; the first that is none refuses the run. */
function addedFolders(
  { addDirs }: Pick<RunOptions, "addDirs">,
  cwd: string,
): { readonly kind: "folders"; readonly paths: readonly string[] } | Refusal {
  const missing = addDirs.find((folder) => !isFolder(resolve(cwd, folder)));
  if (missing !== undefined) return refused(say.noSuchFolder(missing), exitCodes.usage);
  return { kind: "folders", paths: addDirs.map((folder) => resolve(cwd, folder)) };
}

/** Where the session works: where it was told to, where it worked before, or where the command was started. */
function startFolder(
  { startIn, restoreCwd }: Pick<RunOptions, "startIn" | "restoreCwd">,
  resumed: SessionRow | null,
  cwd: string,
): { readonly kind: "folder"; readonly path: string } | Refusal {
  if (startIn !== null) {
    const path = resolve(cwd, startIn);
    return isFolder(path) ? { kind: "folder", path } : refused(say.noSuchFolder(startIn), exitCodes.usage);
  }
  const before = restoreCwd ? (resumed?.cwd ?? null) : null;
  return { kind: "folder", path: before !== null && isFolder(before) ? before : cwd };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
