import type { SendResult } from "../../../domain/platform.ts";
import { createStreamScrubber } from "../../../text/stream-scrubber.ts";
import { shownSoFar } from "./directives.ts";
import { streamSegment, type SegmentPlace, type StreamSegment } from "./stream-segment.ts";

/** What the model says, in the chat while it says it. */
export type StreamedAnswer = {
  readonly push: (delta: string) => void;
  /** Tools follow: what was said stands, and what comes next is another message. */
  readonly endSegment: () => void;
  /** Resolves when all that was said so far can be read. */
  readonly flush: () => Promise<void>;
  /** The text as it shall stand; null: none of it was shown, so it is still to be sent. */
  readonly finish: (text: string) => Promise<SendResult | null>;
};

export type StreamPlace = Omit<SegmentPlace, "quote"> & { readonly replyTo: string | null };

export function streamedAnswer(place: StreamPlace): StreamedAnswer {
  const scrubber = createStreamScrubber();
  let replyTo = place.replyTo;
  let settled: Promise<unknown> = Promise.resolve();

  const quote = (): string | null => {
    const once = replyTo;
    replyTo = null;
    return once;
  };
  const begin = (): StreamSegment => {
    const earlier = settled;
    const before = async (): Promise<void> => {
      await earlier; // what was said before stands first
      await place.before();
    };
    return streamSegment({ ...place, quote, before });
  };
  let segment = begin();

  const hear = (text: string): void => {
    if (text !== "") segment.add(text);
  };
  const endSegment = (): void => {
    hear(scrubber.end());
    settled = settle(segment, settled);
    segment = begin();
  };
  return {
    push: (delta) => hear(scrubber.push(delta)),
    endSegment,
    flush: async () => {
      endSegment();
      await settled;
    },
    finish: async (text) => {
      await settled;
      await segment.stop();
      return segment.isShown() ? segment.settle(text) : null;
    },
  };
}

async function settle(own: StreamSegment, earlier: Promise<unknown>): Promise<void> {
  await earlier;
  await own.stop();
  const text = shownSoFar(own.text()).trimEnd();
  if (text !== "") await own.settle(text);
}
