import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { diskProblem } from "./read-text.ts";
import { byCodePoint, skillFile, supportFolders } from "./skill.ts";

export const categoryFile = "DESCRIPTION.md";

/** The files of a root that matter, by their path in it with `/` between the parts. */
export type RootWalk = {
  readonly files: readonly WalkedFile[];
  readonly problems: readonly Problem[];
};
type WalkedFile = { readonly path: string; readonly mtimeNs: string; readonly size: number };
/** Something on the disk that is left out, and why. */
export type Problem = { readonly path: string; readonly why: string };

const skipped = new Set(
  ".git .github .hub .archive node_modules .venv venv __pycache__ .cache .mypy_cache .pytest_cache .ruff_cache .tox".split(
    " ",
  ),
);
const deepest = 16;

/** Every SKILL.md and DESCRIPTION.md below a folder. Links to folders are followed, each folder once. */
export function walkRoot(root: string, mostFolders = 5_000): RootWalk {
  const walk: Walk = { files: [], problems: [], seen: new Set(), mostFolders };
  visit(root, "", walk);
  return { files: walk.files.toSorted((a, b) => byCodePoint(a.path, b.path)), problems: walk.problems };
}

type Walk = {
  readonly files: WalkedFile[];
  readonly problems: Problem[];
  readonly seen: Set<string>;
  readonly mostFolders: number;
};

function visit(root: string, path: string, walk: Walk): void {
  const folder = join(root, path);
  try {
    const real = realpathSync(folder);
    if (walk.seen.has(real)) return;
    walk.seen.add(real);
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = new Set(entries.map(({ name }) => name));
    for (const name of [skillFile, categoryFile]) if (names.has(name)) note(root, within(path, name), walk);
    for (const entry of foldersIn(entries, names.has(skillFile))) enter(root, within(path, entry.name), walk);
  } catch (error) {
    if (path === "" && isMissing(error)) return; // a root that was never made
    walk.problems.push({ path: folder, why: diskProblem(error) });
  }
}

function enter(root: string, path: string, walk: Walk): void {
  const { mostFolders } = walk;
  const full = walk.seen.size >= mostFolders;
  if (!full && path.split("/").length <= deepest) visit(root, path, walk);
  else if (full && walk.problems.at(-1)?.path !== root) {
    walk.problems.push({ path: root, why: `it has more than ${mostFolders} folders; the rest is left out` });
  }
}

function foldersIn(entries: readonly Dirent[], isSkill: boolean): readonly Dirent[] {
  return entries
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(entry)))
    .filter(({ name }) => !skipped.has(name) && !(isSkill && supportFolders.some((support) => support === name)))
    .toSorted((a, b) => byCodePoint(a.name, b.name));
}

function leadsToFolder(entry: Dirent): boolean {
  try {
    return statSync(join(entry.parentPath, entry.name)).isDirectory();
  } catch {
    return false; // a link to nothing, or to itself
  }
}

function note(root: string, path: string, { files, problems }: Walk): void {
  try {
    const { mtimeNs, size } = statSync(join(root, path), { bigint: true });
    files.push({ path, mtimeNs: String(mtimeNs), size: Number(size) });
  } catch (error) {
    problems.push({ path: join(root, path), why: diskProblem(error) });
  }
}

function within(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
