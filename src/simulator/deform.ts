import type { Fault } from "./scenario.ts";
import type { Chunk } from "./wire.ts";
import { encodeFrame } from "./wire-format.ts";
import type { Frame, Rendered, WireFormat } from "./wire-format.ts";

const encoder = new TextEncoder();

/** The body of an answer as chunks, with what a fault does to it. */
export function bodyChunks(
  rendered: Rendered,
  isStream: boolean,
  fault: Fault | null,
  format: WireFormat,
): Iterable<Chunk> {
  const pieces = isStream
    ? frameTexts(rendered.frames, fault, format)
    : [wholeText(JSON.stringify(rendered.whole), fault)];
  return onTheWay(
    pieces.map((piece) => encoder.encode(piece)),
    fault,
  );
}

export function textChunks(text: string): Iterable<Chunk> {
  return text === "" ? [] : [{ bytes: encoder.encode(text) }];
}

function frameTexts(frames: readonly Frame[], fault: Fault | null, format: WireFormat): readonly string[] {
  const texts = frames.map(encodeFrame);
  switch (fault?.kind) {
    case "empty":
      return [];
    case "malformed":
      return texts.map((text, index) => (index === fault.at_frame ? halved(text) : text));
    case "stream_error":
      return [...texts.slice(0, fault.at_frame), encodeFrame(format.errorFrame(fault.message))];
    default:
      return texts;
  }
}

/** Half a frame that still ends as a frame: the JSON inside is broken, the stream goes on. */
function halved(text: string): string {
  return `${text.slice(0, Math.ceil(text.length / 2)).trimEnd()}\n\n`;
}

function wholeText(text: string, fault: Fault | null): string {
  if (fault?.kind === "empty") return "";
  return fault?.kind === "malformed" ? text.slice(0, Math.ceil(text.length / 2)) : text;
}

function* onTheWay(pieces: readonly Uint8Array[], fault: Fault | null): Generator<Chunk> {
  switch (fault?.kind) {
    case "cut":
      yield* upTo(pieces, fault.at_byte);
      yield { cut: true };
      return;
    case "stall":
      yield* upTo(pieces, fault.at_byte);
      yield { delayMs: fault.cut_after_ms ?? Infinity };
      if (fault.cut_after_ms !== undefined) yield { cut: true };
      return;
    case "drip":
      for (const bytes of pieces.flatMap((piece) => split(piece, fault.chunk_bytes))) {
        yield { delayMs: fault.delay_ms };
        yield { bytes };
      }
      return;
    default:
      yield* pieces.map((bytes) => ({ bytes }));
  }
}

function* upTo(pieces: readonly Uint8Array[], limit: number): Generator<Chunk> {
  let left = limit;
  for (const piece of pieces) {
    if (left <= 0) return;
    yield { bytes: piece.subarray(0, left) };
    left -= piece.length;
  }
}

function split(piece: Uint8Array, size: number | null): readonly Uint8Array[] {
  if (size === null) return [piece];
  return Array.from({ length: Math.ceil(piece.length / size) }, (_, index) =>
    piece.subarray(index * size, (index + 1) * size),
  );
}
