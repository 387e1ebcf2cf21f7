import { createFileChanges, type FileChanges } from "./file-changes.ts";

/** What one session has seen of files, so that it is not shown the same twice and knows what changed behind its back. */
export type FileMemory = {
  /** What is known together with parent and children. */
  readonly changes: FileChanges;
  /** Which showing of this unchanged range this is: 1 for the first. */
  readonly showing: (sessionId: string, range: string, stamp: string) => number;
  readonly noteStamp: (path: string, stamp: string) => void;
  /** The file is not what the session last read or wrote. False for one it never saw. */
  readonly changedBehind: (path: string, stamp: string) => boolean;
  /** Which search for this since anything was changed. */
  readonly searching: (sessionId: string, query: string) => number;
  /** How many patches of this file have failed since one went well. */
  readonly patchFailed: (path: string) => number;
  readonly patchWorked: (path: string) => void;
  /** The conversation was shortened: what was shown is gone and may be shown again. */
  readonly forgetShown: () => void;
};

export function createFileMemory(changes: FileChanges = createFileChanges()): FileMemory {
  const shown = new Map<string, { readonly stamp: string; readonly times: number }>();
  const stamps = new Map<string, string>();
  const searches = new Map<string, number>();
  const failures = new Map<string, number>();
  let session = "";
  let changesSeen = changes.count();
  const enter = (sessionId: string): void => {
    if (sessionId !== session) {
      shown.clear(); // a compression moves the conversation to another session: what was shown may be gone
      searches.clear();
    }
    if (changes.count() !== changesSeen) searches.clear();
    [session, changesSeen] = [sessionId, changes.count()];
  };
  return {
    changes,
    showing: (sessionId, range, stamp) => {
      enter(sessionId);
      const before = shown.get(range);
      const times = before?.stamp === stamp ? before.times + 1 : 1;
      shown.set(range, { stamp, times });
      return times;
    },
    noteStamp: (path, stamp) => void stamps.set(path, stamp),
    changedBehind: (path, stamp) => (stamps.get(path) ?? stamp) !== stamp,
    searching: (sessionId, query) => {
      enter(sessionId);
      return counted(searches, query);
    },
    patchFailed: (path) => counted(failures, path),
    patchWorked: (path) => void failures.delete(path),
    forgetShown: () => {
      shown.clear();
      searches.clear();
    },
  };
}

function counted(counts: Map<string, number>, key: string): number {
  const times = (counts.get(key) ?? 0) + 1;
  counts.set(key, times);
  return times;
}
