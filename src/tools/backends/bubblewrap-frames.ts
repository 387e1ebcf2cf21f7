/** What travels between us and the one process that starts programs inside the sandbox. */
export type Frame = { readonly kind: FrameKind; readonly id: number; readonly body: Buffer };

export type FrameKind = (typeof kinds)[number];

const kinds = [
  "ready",
  "start",
  "started",
  "problem",
  "output",
  "aside",
  "exit",
  "closed",
  "write",
  "end-input",
  "signal",
  "release",
  "end",
] as const;

const headBytes = 9; // length of the body, kind, program
const mostBytes = 16_777_216; // whoever sends more is not ours

export function frame(kind: FrameKind, id: number, body: Uint8Array | string = ""): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(bytes.length, 0);
  head.writeUInt8(kinds.indexOf(kind), 4);
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, bytes]);
}

/** Puts frames together again from pieces of any size. False: this is no stream of frames, and nothing after it counts. */
export function frameReader(onFrame: (frame: Frame) => void): (piece: Buffer) => boolean {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  return (piece) => {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return true;
    let rest = Buffer.concat(pieces);
    for (;;) {
      wanted = frameBytes(rest);
      if (wanted > mostBytes) return false;
      if (rest.length < wanted) break;
      const kind = kinds[rest.readUInt8(4)];
      if (kind === undefined) return false;
      onFrame({ kind, id: rest.readUInt32BE(5), body: rest.subarray(headBytes, wanted) });
      rest = rest.subarray(wanted);
    }
    pieces = [rest];
    held = rest.length;
    return true;
  };
}

function frameBytes(bytes: Buffer): number {
  return bytes.length < headBytes ? headBytes : headBytes + bytes.readUInt32BE(0);
}
