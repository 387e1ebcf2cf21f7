import { chmodSync, closeSync, openSync, utimesSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { blockBytes, longNameIn, readHeader, type TarEntry } from "./tar-header.ts";

/** Why an archive is not taken; nothing outside the target was touched. */
export class BadArchive extends Error {}

/** What else separates names on this system. */
const steering = process.platform === "win32" ? /[\\:\0]/u : /\0/u;
const mostNameBytes = 65_536;

/** Writes the members of an archive below a folder of our own; the first one goes to `check`, which may refuse all. */
export async function unpack(
  bytes: AsyncIterable<Uint8Array>,
  target: string,
  check: (path: string, content: Buffer) => void,
): Promise<number> {
  const reader = blockReader(bytes);
  let longName: string | null = null;
  let members = 0;
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.every((byte) => byte === 0)) return members;
    const entry = readHeader(block);
    if (entry === null) throw new BadArchive("header");
    if (entry.kind === "attributes") {
      if (entry.size > mostNameBytes) throw new BadArchive("name");
      longName = longNameIn(await content(reader, entry.size));
      continue;
    }
    const path = longName ?? entry.path;
    longName = null;
    if (members === 0) check(path, entry.size > mostNameBytes ? Buffer.alloc(0) : await content(reader, entry.size));
    else await place({ ...entry, path }, target, reader);
    members += 1;
  }
}

async function place(entry: TarEntry, target: string, reader: BlockReader): Promise<void> {
  const path = placeOf(entry.path, target);
  if (entry.kind === "folder") return ensurePrivateFolder(path);
  ensurePrivateFolder(dirname(path));
  const isProgram = (entry.mode & 0o100) !== 0;
  const file = openSync(path, "wx", isProgram ? 0o700 : 0o600); // exclusive: no member takes another's place
  try {
    for (let left = entry.size; left > 0;) {
      const part = await reader.some(left);
      for (let at = 0; at < part.length;) at += writeSync(file, part, at);
      left -= part.length;
    }
  } finally {
    closeSync(file);
  }
  await reader.take((blockBytes - (entry.size % blockBytes)) % blockBytes);
  chmodSync(path, isProgram ? 0o700 : 0o600);
  utimesSync(path, entry.mtimeSeconds, entry.mtimeSeconds);
}

/** Where a member belongs. A name that could lead out of the target makes the whole archive unusable. */
function placeOf(name: string, target: string): string {
  const segments = name.split("/");
  const isPlain = segments.every((part) => part !== "" && part !== "." && part !== ".." && !steering.test(part));
  if (!isPlain) throw new BadArchive("path");
  return join(target, ...segments);
}

async function content(reader: BlockReader, size: number): Promise<Buffer> {
  const whole = await reader.take(size);
  await reader.take((blockBytes - (size % blockBytes)) % blockBytes);
  return whole;
}

type BlockReader = {
  readonly take: (size: number) => Promise<Buffer>;
  /** What is at hand, at most `most` and at least one byte. */
  readonly some: (most: number) => Promise<Buffer>;
};

function blockReader(bytes: AsyncIterable<Uint8Array>): BlockReader {
  const source = bytes[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done === true) throw new BadArchive("end");
    rest = rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([rest, next.value]);
  };
  const cut = (size: number): Buffer => {
    const part = rest.subarray(0, size);
    rest = rest.subarray(size);
    return part;
  };
  return {
    take: async (size) => {
      while (rest.length < size) await more();
      return cut(size);
    },
    some: async (most) => {
      while (rest.length === 0) await more();
      return cut(Math.min(most, rest.length));
    },
  };
}
