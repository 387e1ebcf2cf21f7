import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

export type Body =
  | { readonly kind: "read"; readonly bytes: Buffer }
  | { readonly kind: "problem"; readonly why: string };

/** The answer unpacked; it counts by what it becomes, so that a small file cannot fill the memory. */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLong = { kind: "problem", why: `larger than ${Math.floor(maxBytes / 1_000_000)} MB` } as const;
  if (Number(message.headers["content-length"] ?? 0) > maxBytes) {
    message.destroy();
    return tooLong;
  }
  const source = unpacked(message);
  if (source === null) {
    message.destroy();
    return { kind: "problem", why: `packed in an unknown way (${message.headers["content-encoding"]})` };
  }
  const chunks: Buffer[] = [];
  let total = 0;
  const bytes: AsyncIterable<Buffer> = source;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > maxBytes) {
      message.destroy();
      return tooLong;
    }
    chunks.push(chunk);
  }
  return { kind: "read", bytes: Buffer.concat(chunks) };
}

function unpacked(message: IncomingMessage): Readable | null {
  const encoding = message.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return message;
  const unpack = decoderFor(encoding);
  if (unpack === null) return null;
  process.getBuiltinModule("node:stream").pipeline(message, unpack, () => undefined); // its reader gets the error
  return unpack;
}

function decoderFor(encoding: string): (Readable & NodeJS.WritableStream) | null {
  const zlib = process.getBuiltinModule("node:zlib");
  switch (encoding) {
    case "gzip":
    case "x-gzip":
    case "deflate":
      return zlib.createUnzip();
    case "br":
      return zlib.createBrotliDecompress();
    default:
      return null;
  }
}
