/** What a session has seen of files, so that it is not shown the same twice and knows what changed behind its back. */
export type FileMemory = {
  /** Which showing of this unchanged range this is: 1 for the first. */
  readonly showing: (range: string, stamp: string) => number;
  /** The session itself wrote this file. */
  readonly noteWritten: (path: string) => void;
  readonly wasWritten: (path: string) => boolean;
  readonly noteStamp: (path: string, stamp: string) => void;
  /** The file is not what the session last read or wrote. False for one it never saw. */
  readonly changedBehind: (path: string, stamp: string) => boolean;
  /** Which search for this since anything was changed. */
  readonly searching: (query: string) => number;
  /** Something may have been changed: searching again makes sense. */
  readonly somethingChanged: () => void;
  /** The conversation was shortened: what was shown is gone and may be shown again. */
  readonly forgetShown: () => void;
};

export function createFileMemory(): FileMemory {
  const shown = new Map<string, { readonly stamp: string; readonly times: number }>();
  const stamps = new Map<string, string>();
  const written = new Set<string>();
  const searches = new Map<string, number>();
  return {
    showing: (range, stamp) => {
      const before = shown.get(range);
      const times = before?.stamp === stamp ? before.times + 1 : 1;
      shown.set(range, { stamp, times });
      return times;
    },
    noteWritten: (path) => void written.add(path),
    wasWritten: (path) => written.has(path),
    noteStamp: (path, stamp) => void stamps.set(path, stamp),
    changedBehind: (path, stamp) => (stamps.get(path) ?? stamp) !== stamp,
    searching: (query) => {
      const times = (searches.get(query) ?? 0) + 1;
      searches.set(query, times);
      return times;
    },
    somethingChanged: () => searches.clear(),
    forgetShown: () => {
      shown.clear();
      searches.clear();
    },
  };
}
