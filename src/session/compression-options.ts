import type { Emit } from "../domain/event.ts";

/** What is wished for when a compression is asked for. */
export type CompressionOptions = {
  /** What the summary should keep in full. */
  readonly topic?: string | null;
  /** So many of the newest exchanges stay as they are. */
  readonly here?: number | null;
  /** Only say what would be done. */
  readonly preview?: boolean;
  readonly emit?: Emit;
};
