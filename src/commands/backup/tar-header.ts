/** One member of an archive. Only files and folders: a link could lead a later member out of the target. */
export type TarEntry = {
  readonly path: string;
  readonly kind: "file" | "folder" | "attributes";
  readonly mode: number;
  readonly size: number;
  readonly mtimeSeconds: number;
};

export const blockBytes = 512;
const nameBytes = 100;
const kinds = { file: "0", folder: "5", attributes: "x" } as const;

/** The blocks that stand before a member's content: its header, and before that its name where it is a long one. */
export function headerBlocks(entry: TarEntry): Buffer {
  if (Buffer.byteLength(entry.path) <= nameBytes) return header(entry);
  const record = paxRecord("path", entry.path);
  const attributes = { ...entry, path: "attributes", kind: "attributes", size: record.length } as const;
  return Buffer.concat([header(attributes), padded(record), header({ ...entry, path: "long-name" })]);
}

export function padded(content: Buffer): Buffer {
  return Buffer.concat([content, padding(content.length)]);
}

export function padding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
}

function header({ path, kind, mode, size, mtimeSeconds }: TarEntry): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.write(path, 0, nameBytes, "utf8");
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(Math.max(0, Math.floor(mtimeSeconds)), 12), 136);
  block.write(kinds[kind], 156);
  block.write("ustar\u000000", 257);
  block.write(octal(checksum(block), 7), 148);
  return block;
}

/** What a header says, or null when it is none: the sum is wrong, or it holds something we never write. */
export function readHeader(block: Buffer): TarEntry | null {
  const kind = Object.entries(kinds).find(([, letter]) => letter === block.toString("latin1", 156, 157))?.[0];
  if (number(block, 148, 8) !== checksum(block)) return null;
  if (kind !== "file" && kind !== "folder" && kind !== "attributes") return null;
  const size = number(block, 124, 12);
  if (size === null) return null;
  return {
    path: textAt(block, 0, nameBytes),
    kind,
    mode: number(block, 100, 8) ?? 0,
    size,
    mtimeSeconds: number(block, 136, 12) ?? 0,
  };
}

/** The name that an attributes member gives to the member behind it. */
export function longNameIn(record: Buffer): string | null {
  return /^\d+ path=([^]*)\n$/.exec(record.toString("utf8"))?.[1] ?? null;
}

/** The length counts itself, so it is found by trying. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length > length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}

function number(block: Buffer, at: number, width: number): number | null {
  const digits = textAt(block, at, width).trim();
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

function textAt(block: Buffer, at: number, width: number): string {
  const end = block.indexOf(0, at);
  return block.toString("utf8", at, end === -1 || end > at + width ? at + width : end);
}

/** Of all bytes, the sum's own place counted as blanks. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}
