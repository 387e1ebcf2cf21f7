import { accessSync, constants, lstatSync, rmSync } from "node:fs";
import { join, sep } from "node:path";
import { readVerdict, type PathRules } from "../../safety/paths.ts";
import { textOrFailure, type Failure, type Text } from "./failure.ts";
import type { ShadowGit } from "./shadow-git.ts";

export type TreeRules = {
  readonly paths: PathRules;
  readonly mostFileBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};
export type TreePlace = { readonly root: string; readonly index: string };

const abandonedMs = 60_000;

type Listed = { readonly path: string; readonly isKnown: boolean };

/** The files of a folder as they are now, as a tree in the store: without what is ignored, secret or too large. */
export async function takeTree(
  tree: TreePlace,
  git: ShadowGit,
  rules: TreeRules,
  signal: AbortSignal,
): Promise<Text | Failure> {
  const run = async (args: readonly string[], input = ""): Promise<Text | Failure> =>
    textOrFailure(await git.run({ args, tree, input }, signal));
  dropAbandonedLock(`${tree.index}.lock`, rules.now());
  const changed = await run(["ls-files", "-z", "-t", "-o", "-m", "-d", "--exclude-standard"]);
  if (changed.kind !== "text") return changed;
  const listed = parseListed(changed.text);
  const wanted = listed.filter(({ path }) => mayKeep(path, tree.root, rules));
  const unwanted = listed.filter((each) => each.isKnown && !wanted.includes(each));
  const steps = [
    { args: ["update-index", "-z", "--add", "--remove", "--stdin"], paths: wanted },
    { args: ["update-index", "-z", "--force-remove", "--stdin"], paths: unwanted },
  ].filter(({ paths }) => paths.length > 0);
  for (const { args, paths } of steps) {
    const done = await run(args, paths.map(({ path }) => `${path}\0`).join(""));
    if (done.kind !== "text") return done;
  }
  const written = await run(["write-tree"]);
  return written.kind === "text" ? { kind: "text", text: written.text.trim() } : written;
}

/** One line a state: a file that is gone is named twice. */
function parseListed(text: string): readonly Listed[] {
  const byPath = new Map<string, Listed>();
  for (const entry of text.split("\0")) {
    if (entry === "") continue;
    const path = entry.slice(2);
    byPath.set(path, { path, isKnown: !entry.startsWith("?") });
  }
  return [...byPath.values()];
}

function mayKeep(path: string, root: string, { paths, mostFileBytes }: TreeRules): boolean {
  if (path.endsWith("/")) return false; // another repository within this one
  const absolute = join(root, path);
  if (absolute.startsWith(paths.hermesHome + sep)) return false;
  const stats = lstatSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) return true; // gone: so it is noted
  if (stats.isSymbolicLink()) return true;
  if (!stats.isFile() || stats.size > mostFileBytes || !isReadable(absolute)) return false;
  return readVerdict(absolute, paths).kind !== "denied";
}

/** Nobody works for so long: whoever took it was killed. */
function dropAbandonedLock(lock: string, nowMs: number): void {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats !== undefined && nowMs - stats.mtimeMs > abandonedMs) rmSync(lock, { force: true });
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
