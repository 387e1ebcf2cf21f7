import { createMemoryScrubber } from "./memory-scrubber.ts";
import { createThinkScrubber } from "./think-scrubber.ts";

/**
 * Takes out of a stream what is not meant for the person. The visible whole does not depend on how the text was cut
 * into deltas; what could still become a tag is held back, and never more than a bounded piece of text.
 */
export type Scrubber = {
  /** What of the stream is certainly visible by now. */
  readonly push: (delta: string) => string;
  /** The rest, once nothing more comes; the scrubber is as new afterwards. */
  readonly end: () => string;
  /** Forgets a stream that was given up. */
  readonly reset: () => void;
};

/** Thinking first, then recalled memory that the model repeats. */
export function createStreamScrubber(): Scrubber {
  const thinking = createThinkScrubber();
  const memory = createMemoryScrubber();
  return {
    push: (delta) => memory.push(thinking.push(delta)),
    end: () => memory.push(thinking.end()) + memory.end(),
    reset: () => {
      thinking.reset();
      memory.reset();
    },
  };
}

/** Recalled memory in a whole text, by the rule of the stream. */
export function withoutMemoryBlocks(text: string): string {
  const memory = createMemoryScrubber();
  return memory.push(text) + memory.end();
}
