import { createPathLocks, type PathLocks } from "./path-locks.ts";

/** What a session and its children know together about the files they change. */
export type FileChanges = {
  /** One of them wrote this file, by its real path. */
  readonly noteWritten: (realPath: string) => void;
  readonly wasWritten: (realPath: string) => boolean;
  /** Something may have been changed, by a write or by a command. */
  readonly somethingChanged: () => void;
  /** Grows with each change. */
  readonly count: () => number;
  readonly locks: PathLocks;
};

export function createFileChanges(): FileChanges {
  const written = new Set<string>();
  let count = 0;
  return {
    noteWritten: (path) => void written.add(path),
    wasWritten: (path) => written.has(path),
    somethingChanged: () => void (count += 1),
    count: () => count,
    locks: createPathLocks(),
  };
}
