const headShare = 0.4;

export type ByteWindow = {
  readonly push: (text: string) => void;
  readonly end: () => { readonly text: string; readonly truncated: boolean };
};

/** Keeps the beginning and the end of a text within so many bytes. */
export function createByteWindow(bytes: number): ByteWindow {
  const headBytes = Math.floor(bytes * headShare);
  const tailBytes = bytes - headBytes;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let total = 0;
  return {
    push: (text) => {
      const chunk = Buffer.from(text);
      total += chunk.length;
      const room = headBytes - head.length;
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)]);
      tail = Buffer.concat([tail, chunk.subarray(Math.max(0, room))]);
      if (tail.length > 2 * bytes) tail = Buffer.from(tail.subarray(tail.length - tailBytes)); // a copy: the rest may go
    },
    end: () => {
      if (total <= bytes) return { text: Buffer.concat([head, tail]).toString(), truncated: false };
      const text = `${wholeStart(head)}\n[${total - bytes} bytes left out]\n${wholeEnd(tail.subarray(tail.length - tailBytes))}`;
      return { text, truncated: true };
    },
  };
}

/** Without a character whose bytes were cut apart. */
function wholeStart(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function wholeEnd(bytes: Buffer): string {
  const start = bytes.findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000);
  return start === -1 ? "" : bytes.subarray(start).toString();
}
