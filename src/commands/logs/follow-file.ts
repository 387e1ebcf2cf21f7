import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { Clock } from "../../domain/clock.ts";

const pauseMs = 250;
const chunkBytes = 65_536;

type World = { readonly clock: Clock; readonly signal: AbortSignal };

/** Whole lines as they are written behind `from`. A file that was put aside for a new one is read to its end first. */
export async function* followFile(path: string, from: number, { clock, signal }: World): AsyncGenerator<string> {
  const place = { at: from, inode: inodeOf(path), rest: Buffer.alloc(0) };
  while (!signal.aborted) {
    const inode = inodeOf(path);
    const isNew = inode !== place.inode;
    const bytes = readFrom(isNew ? putAside(path, place.inode) : path, place.at);
    place.at += bytes.length;
    const lines = Buffer.concat([place.rest, bytes]);
    const end = lines.lastIndexOf(10);
    place.rest = lines.subarray(end + 1);
    if (end !== -1) yield* lines.toString("utf8", 0, end).split("\n");
    if (bytes.length === chunkBytes) continue;
    if (isNew) Object.assign(place, { at: 0, inode });
    else await paused(clock, signal);
  }
}

/** Where the file we were reading is now. */
function putAside(path: string, inode: number | null): string | null {
  const older = `${path}.1`;
  return inode !== null && inodeOf(older) === inode ? older : null;
}

function readFrom(path: string | null, at: number): Buffer {
  if (path === null || inodeOf(path) === null) return Buffer.alloc(0);
  const file = openSync(path, "r");
  try {
    const start = fstatSync(file).size < at ? 0 : at;
    const chunk = Buffer.alloc(chunkBytes);
    return chunk.subarray(0, readSync(file, chunk, 0, chunkBytes, start));
  } finally {
    closeSync(file);
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

async function paused(clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(pauseMs, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
