import { inflateRawSync } from "node:zlib";

/** The files of a ZIP archive, unpacked when asked for. */
export type ZipArchive = {
  readonly names: readonly string[];
  /** null: not there, damaged, packed in an unusual way, or far too long. */
  readonly read: (name: string) => Buffer | null;
};

type Entry = { readonly name: string; readonly method: number; readonly packed: number; readonly at: number };

const endMark = 0x06_05_4b_50;
const entryMark = 0x02_01_4b_50;
const fileMark = 0x04_03_4b_50;
const longestEnd = 65_557; // the record and the longest comment behind it
const mostUnpacked = 64 * 1024 * 1024; // a small archive can hold a mountain of zeros
const [stored, deflated] = [0, 8];

/** null: no ZIP archive. */
export function openZip(bytes: Buffer): ZipArchive | null {
  const end = endRecord(bytes);
  if (end === null) return null;
  try {
    const entries = entriesFrom(bytes, bytes.readUInt32LE(end + 16), bytes.readUInt16LE(end + 10));
    return {
      names: entries.map(({ name }) => name),
      read: (name) =>
        unpacked(
          bytes,
          entries.find((one) => one.name === name),
        ),
    };
  } catch {
    return null; // offsets that lead outside
  }
}

function endRecord(bytes: Buffer): number | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - longestEnd); at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at;
  }
  return null;
}

function entriesFrom(bytes: Buffer, start: number, count: number): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = start; entries.length < count;) {
    if (bytes.readUInt32LE(at) !== entryMark) throw new RangeError("no entry here");
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function unpacked(bytes: Buffer, entry: Entry | undefined): Buffer | null {
  if (entry === undefined) return null;
  try {
    if (bytes.readUInt32LE(entry.at) !== fileMark) return null;
    const start = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
    const data = bytes.subarray(start, start + entry.packed);
    if (entry.method === stored) return data;
    return entry.method === deflated ? inflateRawSync(data, { maxOutputLength: mostUnpacked }) : null;
  } catch {
    return null; // damaged, or more than anybody should unpack
  }
}
