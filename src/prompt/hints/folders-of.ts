import { statSync } from "node:fs";
import { dirname, extname, relative, sep } from "node:path";
import type { HintedCall } from "../../domain/directory-hints.ts";
import { absolutePath, realPath } from "../../safety/paths.ts";
import { pathWords } from "./shell-words.ts";

const pathArguments = ["path", "file_path", "workdir"];
const mostParents = 5;
const foreign = new Set(
  (
    "node_modules .git .hg .svn venv .venv __pycache__ site-packages dist-packages vendor third_party backups backup " +
    ".backups .Trash .cache .tox .mypy_cache .pytest_cache"
  ).split(" "),
);

export type HintRange = {
  readonly root: string;
  readonly userHome: string;
  readonly asked: Map<string, string | null>;
};

const mostAsked = 1_000; // then they are asked anew

/** The folders a call enters and has not entered before, outermost first. */
export function foldersOf(call: HintedCall, range: HintRange, visited: ReadonlySet<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of pathsOf(call)) {
    const start = knownFolder(path, call.cwd, range);
    if (start !== null) for (const folder of upwards(start, range.root, visited)) folders.add(folder);
  }
  return [...folders].toSorted((a, b) => a.split(sep).length - b.split(sep).length);
}

function pathsOf({ tool, args }: HintedCall): readonly string[] {
  const given = pathArguments.map((name) => args[name]).filter((value) => typeof value === "string");
  const command = tool === "terminal" ? args["command"] : null;
  return typeof command === "string" ? [...given, ...pathWords(command)] : given;
}

function knownFolder(path: string, cwd: string, range: HintRange): string | null {
  const key = `${cwd}\0${path}`;
  const known = range.asked.get(key);
  if (known !== undefined && known !== null) return known; // what was not there may be there now
  const folder = folderOf(path, cwd, range);
  if (range.asked.size >= mostAsked) range.asked.clear();
  range.asked.set(key, folder);
  return folder;
}

/** null: not in here, not ours, or not there. */
function folderOf(path: string, cwd: string, { root, userHome }: HintRange): string | null {
  if (path.includes("\0") || /^~[^/]/.test(path)) return null;
  const real = realPath(absolutePath(path, cwd, userHome));
  const isFolder = isDirectory(real);
  const folder = !isFolder && (extname(real) !== "" || isFile(real)) ? dirname(real) : real;
  if (!isInside(folder, root) || !isDirectory(folder)) return null;
  return relative(root, folder)
    .split(sep)
    .some((name) => foreign.has(name))
    ? null
    : folder;
}

function upwards(start: string, root: string, visited: ReadonlySet<string>): readonly string[] {
  const folders: string[] = [];
  for (let at = start; folders.length <= mostParents && isInside(at, root) && !visited.has(at); at = dirname(at)) {
    folders.push(at);
  }
  return folders;
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
