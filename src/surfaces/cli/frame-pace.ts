import type { Clock } from "../../domain/clock.ts";

const leastMs = 40; // 25 frames a second look fluent; more only cost

/** How often what streams in is painted: the first change at once, those that follow together. */
export class FramePace {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #paint: () => void;
  #paintedMs = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(clock: Clock, signal: AbortSignal, paint: () => void) {
    this.#clock = clock;
    this.#signal = signal;
    this.#paint = paint;
  }

  ask(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#soon();
  }

  async #soon(): Promise<void> {
    const restMs = this.#paintedMs + leastMs - this.#clock.now();
    if (restMs > 0) await this.#clock.sleep(restMs, this.#signal).catch(() => undefined);
    this.#isDue = false;
    this.#paintedMs = this.#clock.now();
    this.#paint();
  }
}
