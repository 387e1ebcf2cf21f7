import { constants } from "node:fs";
import { lstat, open, readlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { SearchAnswer, SearchEngine, SearchQuery } from "./engine.ts";

const nothing = { kind: "found", found: [], complete: true, unreadable: true } as const;

/**
 * Searches what was judged, whatever stands there by now: the folder is held open and searched through that, and what was
 * found in a single file is dropped when the file was another one before or after.
 */
export function heldEngine(engine: SearchEngine): SearchEngine {
  return {
    lines: (query, signal) => held(query, (there) => engine.lines(there, signal)),
    files: (query, signal) => held(query, (there) => engine.files(there, signal)),
  };
}

async function held<Query extends SearchQuery, Found>(
  query: Query,
  search: (there: Query) => Promise<SearchAnswer<Found>>,
): Promise<SearchAnswer<Found>> {
  const folder = await open(query.folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    () => null,
  );
  if (folder === null) return nothing; // gone, or a link by now
  try {
    const there = await wayTo(folder, query.folder);
    if (there === null) return nothing;
    const before = await identityOf(there, query.file);
    const answer = before === null ? nothing : await search({ ...query, folder: there });
    return before === (await identityOf(there, query.file)) ? answer : nothing;
  } finally {
    await folder.close();
  }
}

/** A way that leads there even if the name does not any more; where the system has none, the name. Null: it is elsewhere. */
async function wayTo({ fd }: FileHandle, path: string): Promise<string | null> {
  const there = `/proc/${process.pid}/fd/${fd}`;
  const real = await readlink(there).catch(() => null);
  if (real === null) return path;
  return real === path ? there : null;
}

/** Changes with every rename, so that a file that was swapped and swapped back is another. Null: it is a link, or gone. */
async function identityOf(folder: string, file: string | null): Promise<string | null> {
  if (file === null) return "";
  const found = await lstat(join(folder, file), { bigint: true }).catch(() => null);
  return found?.isFile() === true ? [found.dev, found.ino, found.ctimeNs].join(":") : null;
}
