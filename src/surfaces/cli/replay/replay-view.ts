import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { Clock } from "../../../domain/clock.ts";
import { replayPhrases as say } from "../../../text/phrases/replay.ts";
import type { Highlight } from "../code/highlighter.ts";
import { oneLine } from "../lines.ts";
import { liveLines } from "../live-lines.ts";
import { LiveScreen } from "../live-screen.ts";
import type { Screen } from "../screen.ts";
import type { Paint } from "../theme/paint.ts";
import type { Beat } from "./beat.ts";
import { Playback } from "./playback.ts";
import { replayKey } from "./replay-key.ts";
import { replayLines, seen } from "./replay-text.ts";

type Parts = {
  readonly beats: readonly Beat[];
  readonly opening: Screen;
  readonly speed: number;
  readonly clock: Clock;
  readonly paint: Paint;
  readonly highlight: Highlight;
  /** Called with how to give the terminal back, for ends nobody waits for. */
  readonly onExit: (giveBack: () => void) => () => void;
};

const tickMs = 120;

/** The recording in a terminal that can move its cursor. */
export async function showReplay(parts: Parts): Promise<void> {
  const { beats, opening, speed, clock, paint } = parts;
  const screen = new LiveScreen(new ProcessTerminal());
  const playback = new Playback({ beats, screen: opening, speed, clock, changed: () => update() });
  const update = (): void => {
    commit(screen, playback, parts);
    screen.requestRender();
  };
  screen.addChild({
    render: (width) => [
      ...liveLines(playback.screen, { width, height: screen.terminal.rows - 3, paint, nowMs: playback.nowMs }),
      "",
      bar(playback, width, paint),
    ],
    invalidate: () => undefined,
  });
  screen.addInputListener((data) => {
    const key = replayKey(data);
    if (key !== null) playback.press(key);
    return { consume: true };
  });
  const over = new AbortController();
  const deaf = parts.onExit(() => screen.stop());
  try {
    screen.start();
    update();
    void animate(clock, over.signal, () => screen.requestRender());
    await playback.play();
    commit(screen, playback, parts);
  } finally {
    over.abort();
    deaf();
    screen.stop();
  }
}

function commit(screen: LiveScreen, playback: Playback, { paint, highlight }: Parts): void {
  const { finished } = playback.screen;
  if (finished.length === 0) return;
  const look = { width: screen.terminal.columns, paint, highlight };
  screen.commit(replayLines(seen(finished), look, false));
  playback.committed(finished.length);
}

function bar({ place, isPaused }: Playback, width: number, paint: Paint): string {
  const state = isPaused ? say.paused : say.playing;
  return paint.dim(oneLine(say.bar(place.turn, place.turns, state), width));
}

/** Time shows between two beats. */
async function animate(clock: Clock, signal: AbortSignal, draw: () => void): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(tickMs, signal).catch(() => undefined);
    if (!signal.aborted) draw();
  }
}
