import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { compressionPhrases as say } from "../text/phrases/compression.ts";
import type { CompressionAnswer } from "./compression-answer.ts";

type IdleParts = {
  /** 0: nobody wants it. */
  readonly afterMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** How long what is cached can still be waited for; 0: a summary would not read it. */
  readonly cacheRestMs: () => number;
  readonly compress: () => Promise<CompressionAnswer>;
};

/** Shortens a conversation that nobody has gone on with for a while; as late as its cache allows. */
export class IdleKeeper {
  readonly #parts: IdleParts;
  #waiting: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  #notices: readonly string[] = [];

  constructor(parts: IdleParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { afterMs, log } = this.#parts;
    if (afterMs === 0 || this.#waiting !== null) return;
    const stop = new AbortController();
    const done = this.#run(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) log("warning", "compression.idle_failed", { error: String(error) });
    });
    this.#waiting = { stop, done };
  }

  /** Somebody is there again: what has not begun does not begin, what has is waited for. */
  async end(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.stop.abort();
    await waiting?.done;
  }

  /** What happened while nobody looked; told once. */
  takeNotices(): readonly string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { afterMs, clock, cacheRestMs, compress } = this.#parts;
    await clock.sleep(Math.max(afterMs, cacheRestMs()), signal);
    const answer = await compress();
    if (answer.kind !== "compressed" || answer.record === null) return;
    this.#notices = [...this.#notices, say.idleDone(say.compressed(answer.record))];
  }
}
