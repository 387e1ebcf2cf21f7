import { closeSync, constants, fstatSync, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * A folder held open. On Linux what is done at `at(name)` happens in this very folder, wherever its path leads by then;
 * elsewhere the path is only looked at once more, right after the folder was opened.
 */
export type AnchoredFolder = {
  readonly at: (name: string) => string;
  /** Folders that had to be made, outermost first. */
  readonly made: readonly string[];
  readonly [Symbol.dispose]: () => void;
};

const pathOnly = 0o10_000_000; // O_PATH: a folder need not be readable to be worked in
const onLinux = process.platform === "linux";
const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW | (onLinux ? pathOnly : constants.O_RDONLY);

/** The folder at a path without links in it, made with its parents where missing. Throws where a link has come in between. */
export function anchorFolder(realPath: string): AnchoredFolder {
  try {
    return opened(realPath, realPath, []);
  } catch (error) {
    if (!isMissing(error) || dirname(realPath) === realPath) throw error;
  }
  using parent = anchorFolder(dirname(realPath));
  const place = parent.at(basename(realPath));
  mkdirSync(place, { recursive: true }); // somebody else may have been faster
  return opened(place, realPath, [...parent.made, realPath]);
}

/**
 * The ordinary file at a path without links in it, open for reading. Throws where a link has come in between, or where
 * something else than a file stands by now; a pipe is not waited for.
 */
export function openFileAt(realPath: string): number {
  using folder = opened(dirname(realPath), dirname(realPath), []);
  const file = openSync(
    folder.at(basename(realPath)),
    constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW, // what is a link now was none when it was checked
  );
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new PathMovedError(realPath);
}

function opened(place: string, realPath: string, made: readonly string[]): AnchoredFolder {
  const file = openSync(place, flags);
  const anchor = `/proc/self/fd/${file}`;
  try {
    const actual = (onLinux ? target(anchor) : null) ?? realpathSync.native(realPath);
    if (actual !== realPath) throw new PathMovedError(realPath);
    const base = onLinux && target(anchor) !== null ? anchor : realPath;
    return { at: (name) => join(base, name), made, [Symbol.dispose]: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function target(anchor: string): string | null {
  try {
    return readlinkSync(anchor);
  } catch {
    return null; // no /proc here
  }
}

/** The path leads elsewhere than when it was checked. */
class PathMovedError extends Error {
  readonly code = "EMOVED";

  constructor(path: string) {
    super(`${path} leads elsewhere than a moment ago`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
