import type { ApiMode } from "../domain/runtime.ts";
import { createStreamScrubber } from "../text/stream-scrubber.ts";

/** What a person sees of one answer while it arrives: no thinking, no recalled memory. */
export type VisibleText = {
  readonly push: (text: string) => void;
  /** A tool call has begun. Only chat servers mean what they write behind it for people to read at once. */
  readonly callBegan: () => void;
  readonly end: () => void;
};

/** One per attempt, so that nothing of a broken stream leaks into the next. */
export function visibleText(mode: ApiMode, show: (text: string) => void): VisibleText {
  const scrubber = createStreamScrubber();
  let quiet = false;
  const showSome = (text: string): void => {
    if (text !== "") show(text);
  };
  return {
    push: (text) => {
      if (!quiet) showSome(scrubber.push(text));
    },
    callBegan: () => {
      if (mode === "chat_completions" || quiet) return;
      showSome(scrubber.end());
      quiet = true;
    },
    end: () => showSome(scrubber.end()),
  };
}
