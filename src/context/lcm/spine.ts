import type { Message } from "../../domain/message.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import { weightsOf, type Weights } from "../compressor/boundaries.ts";
import { groupStart, inFlightStart, isAsked } from "../compressor/kinds.ts";
import type { Scales } from "../compressor/weigh.ts";

/** A history with the rows it is stored in: what nodes refer to. */
export type Spine = {
  readonly messages: readonly Message[];
  /** As a request shows them. */
  readonly shown: readonly Message[];
  readonly weights: Weights; // of what is shown
  /** The row each message counts to: its own, else that of the one before it. Empty: nothing is stored. */
  readonly keys: readonly RowId[];
  /** Where the messages of a row begin, and where they end. */
  readonly starts: ReadonlyMap<RowId, number>;
  readonly ends: ReadonlyMap<RowId, number>;
  /** From here on everything has to be sent: the newest message, with the calls it answers. */
  readonly least: number;
};

type SpineParts = {
  readonly rowOf: (message: Message) => RowId | null;
  readonly show: (message: Message) => Message;
  readonly scales: Scales;
};

export function spineOf(messages: readonly Message[], { rowOf, show, scales }: SpineParts): Spine {
  const keys = keysOf(messages.map(rowOf));
  const shown = messages.map(show);
  const starts = new Map<RowId, number>();
  const ends = new Map<RowId, number>();
  for (const [index, key] of keys.entries()) {
    if (!starts.has(key)) starts.set(key, index);
    ends.set(key, index + 1);
  }
  const least = Math.max(0, Math.min(messages.length - 1, inFlightStart(messages)));
  return { messages, shown, weights: weightsOf(shown, scales.message), keys, starts, ends, least };
}

/** Rows only grow; a message that was mended or joined has none and goes with the one before it. */
function keysOf(rows: readonly (RowId | null)[]): readonly RowId[] {
  const first = rows.find((row) => row !== null);
  if (first === undefined || first === null) return [];
  let newest = first;
  return rows.map((row) => (newest = Math.max(newest, row ?? newest)));
}

/** Whether nothing that belongs together lies on both sides. */
export function isSeam({ messages, keys }: Spine, at: number): boolean {
  return messages[at]?.role !== "tool" && keys[at] !== keys[at - 1];
}

/** Where the newest messages begin: so many and so heavy, whichever reaches further back. */
export function freshStart({ messages, weights, least }: Spine, tokens: number, count: number): number {
  let start = messages.length;
  while (start > 0 && (weights.from(start - 1) <= tokens || messages.length - start < count)) start -= 1;
  return groupStart(messages, Math.min(start, least));
}

/** Where the newest exchanges begin, so many of them; null: nobody said how many. */
export function exchangeStart({ messages, least }: Spine, exchanges: number | undefined): number | null {
  if (exchanges === undefined) return null;
  const asked = messages.flatMap((message, index) => (isAsked(message) ? [index] : []));
  return Math.min(least, asked.at(-Math.max(1, exchanges)) ?? 0);
}
