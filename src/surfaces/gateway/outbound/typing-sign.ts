import type { Clock } from "../../../domain/clock.ts";
import type { ChatVoice } from "../chat-voice.ts";
import { slept } from "./edit-pace.ts";

/** Platforms forget it after about five seconds. */
const repeatMs = 4_000;

export function typingSign(
  show: (isOn: boolean) => void,
  clock: Clock,
  end: AbortSignal,
): ReturnType<ChatVoice["typing"]> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, end]);
  let isPaused = false;
  const run = async (): Promise<void> => {
    do if (!isPaused) show(true);
    while (await slept(clock, repeatMs, signal));
  };
  if (!signal.aborted) void run();
  return {
    pause: (wanted) => {
      if (wanted === isPaused || over.signal.aborted) return;
      isPaused = wanted;
      show(!wanted);
    },
    [Symbol.dispose]: () => {
      if (over.signal.aborted) return;
      over.abort();
      show(false);
    },
  };
}
