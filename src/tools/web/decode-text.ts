const sniffedBytes = 4_096;
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], label: "utf-8" },
  { bytes: [0xfe, 0xff], label: "utf-16be" },
  { bytes: [0xff, 0xfe], label: "utf-16le" },
] as const;

/** Text as its mark, its header or its own first lines say; without a word about it UTF-8, or what old pages are in. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const declared = markIn(bytes) ?? labelIn(contentType) ?? labelInMarkup(bytes);
  const decoder = declared === null ? null : decoderFor(declared);
  if (decoder !== null) return decoder.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes); // takes any bytes
  }
}

function markIn(bytes: Uint8Array): string | null {
  return marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))?.label ?? null;
}

function labelIn(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';]+)/iu.exec(contentType)?.[1] ?? null;
}

function labelInMarkup(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, sniffedBytes)).toString("latin1");
  const meta = /<meta[^>]{0,300}charset\s*=\s*["']?([^\s"'/>;]+)/iu.exec(head)?.[1];
  return meta ?? /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([^"']+)/iu.exec(head)?.[1] ?? null;
}

/** null: a name nobody knows. */
function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
