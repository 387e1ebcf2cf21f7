import type { Clock } from "../../../domain/clock.ts";
import type { Screen } from "../screen.ts";
import { type Beat, beginsTurn, played } from "./beat.ts";
import { pausesOf } from "./pauses.ts";

export type ReplayKey = "pause" | "next" | "quit";

type Parts = {
  readonly beats: readonly Beat[];
  readonly screen: Screen;
  readonly speed: number;
  readonly clock: Clock;
  readonly changed: () => void;
};

/** A recording that runs: the screen at this moment, and the time of then. It knows no terminal. */
export class Playback {
  readonly #parts: Parts;
  readonly #pauses: readonly number[];
  readonly #end = new AbortController();
  #screen: Screen;
  #next = 0; // the beat that is waited for
  #waitedMs = 0;
  #sinceMs: number; // when the present stretch of waiting began
  #rushesTo = 0; // up to this beat nothing is waited for
  #isPaused = false;
  #wait = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pauses = pausesOf(parts.beats, parts.speed);
    this.#screen = parts.screen;
    this.#sinceMs = parts.clock.now();
  }

  get screen(): Screen {
    return this.#screen;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The turn that is shown, from 1, and how many there are. */
  get place(): { readonly turn: number; readonly turns: number } {
    const { beats } = this.#parts;
    return { turn: beats.slice(0, this.#next).filter(beginsTurn).length, turns: beats.filter(beginsTurn).length };
  }

  /** The time of then: it passes between two beats as it did, only faster. */
  get nowMs(): number {
    const { beats } = this.#parts;
    const from = beats[this.#next - 1]?.atMs ?? beats[0]?.atMs ?? 0;
    const to = beats[this.#next]?.atMs ?? from;
    const pause = this.#pauses[this.#next] ?? 0;
    return pause === 0 ? from : from + (to - from) * Math.min(1, this.#passedMs() / pause);
  }

  press(key: ReplayKey): void {
    switch (key) {
      case "quit":
        this.#end.abort();
        break;
      case "pause":
        this.#waitedMs = this.#passedMs();
        this.#sinceMs = this.#parts.clock.now();
        this.#isPaused = !this.#isPaused;
        break;
      case "next": {
        const from = Math.max(this.#next, this.#rushesTo); // pressed twice it goes two turns on
        const later = this.#parts.beats.findIndex((beat, index) => index >= from && beginsTurn(beat));
        this.#rushesTo = later === -1 ? this.#parts.beats.length : later + 1;
      }
    }
    this.#wait.abort();
    this.#parts.changed();
  }

  /** What was written to the terminal for good. */
  committed(count: number): void {
    this.#screen = played(this.#screen, { atMs: 0, action: { type: "committed", count } }, this.nowMs);
  }

  /** To the last beat, or until somebody has seen enough. */
  async play(): Promise<void> {
    const { beats, changed } = this.#parts;
    for (const [index, beat] of beats.entries()) {
      await this.#until(index);
      if (this.#end.signal.aborted) return;
      this.#screen = played(this.#screen, beat, beat.atMs);
      this.#next = index + 1;
      this.#waitedMs = 0;
      this.#sinceMs = this.#parts.clock.now();
      changed();
    }
  }

  async #until(index: number): Promise<void> {
    const { clock } = this.#parts;
    while (!this.#end.signal.aborted && index >= this.#rushesTo) {
      const restMs = (this.#pauses[index] ?? 0) - this.#passedMs();
      if (restMs <= 0 && !this.#isPaused) return;
      this.#wait = new AbortController();
      await clock.sleep(this.#isPaused ? longMs : restMs, this.#wait.signal).catch(() => undefined); // a key woke us
    }
  }

  #passedMs(): number {
    return this.#waitedMs + (this.#isPaused ? 0 : this.#parts.clock.now() - this.#sinceMs);
  }
}

const longMs = 60_000;
