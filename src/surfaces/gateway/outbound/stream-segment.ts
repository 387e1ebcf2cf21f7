import type { SendResult } from "../../../domain/platform.ts";
import { shownSoFar } from "./directives.ts";
import type { EditPace } from "./edit-pace.ts";
import { liveText, type LivePlace } from "./live-text.ts";

/** What the model says between two rounds of tools. */
export type StreamSegment = {
  readonly add: (text: string) => void;
  readonly text: () => string;
  /** Nothing more is shown but what `settle` is given. */
  readonly stop: () => Promise<void>;
  readonly settle: (text: string) => Promise<SendResult>;
  readonly isShown: () => boolean;
};

export type SegmentPlace = LivePlace & {
  readonly firstAfterChars: number;
  readonly pace: EditPace;
  /** The end of the gateway. */
  readonly signal: AbortSignal;
  /** Awaited before the first message. */
  readonly before: () => Promise<void>;
};

export function streamSegment(place: SegmentPlace): StreamSegment {
  const live = liveText(place);
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, place.signal]);
  const state = { text: "", isEnough: false, isStuck: false };
  let running: Promise<void> | null = null;

  const grow = async (shown: string): Promise<void> => {
    if (!live.isShown()) await place.before();
    const result = await live.grow(shown);
    if (result.ok) return;
    if (result.retryAfterMs === undefined) state.isStuck = true;
    else place.pace.hold(result.retryAfterMs);
  };
  const run = async (): Promise<void> => {
    for (let done = ""; !state.isStuck && shownSoFar(state.text) !== done;) {
      if (!(await place.pace.ready(signal))) return;
      done = shownSoFar(state.text);
      await grow(done);
    }
  };
  return {
    add: (text) => {
      state.text += text;
      if (running !== null || state.isStuck) return;
      state.isEnough ||= shownSoFar(state.text).trim().length >= place.firstAfterChars;
      if (state.isEnough) running = run().finally(() => void (running = null));
    },
    text: () => state.text,
    stop: async () => {
      stopped.abort();
      await running;
    },
    settle: async (text) => {
      await place.pace.calm(place.signal);
      if (!live.isShown()) await place.before();
      return live.settle(text);
    },
    isShown: live.isShown,
  };
}
