import type { Clock } from "../../../domain/clock.ts";
import { pressInSecret, type SecretKey } from "./secret-line.ts";

const answerMs = 45_000;
const quietMs = 600;

/** For which command, and which program would read it; `where` null: on this machine. */
type SecretWanted = { readonly command: string; readonly program: string; readonly where: string | null };

type Open = {
  readonly wanted: SecretWanted;
  readonly untilMs: number;
  /** Its keys count from when nobody was typing something else. */
  readonly quietSinceMs: number;
  readonly isHeard: boolean;
  readonly typed: string;
  readonly answer: (text: string | null) => void;
};

/** The question as it may be shown. */
export type SecretShown = Pick<Open, "wanted" | "untilMs"> & {
  readonly length: number;
  readonly isListening: boolean;
};

/**
 * Asks for what nobody may see. The words go from the keys to whoever asked: no event, screen, history or log has them.
 * Without a view that hides them nobody is asked.
 */
export class SecretDesk {
  readonly #clock: Clock;
  #open: Open | null = null;
  #deafUntilMs = 0;
  #changed: (() => void) | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A view shows the question from now on. */
  attach(changed: () => void): void {
    this.#changed = changed;
  }

  get shown(): SecretShown | null {
    if (this.#open === null) return null;
    const { wanted, untilMs, typed } = this.#open;
    return { wanted, untilMs, length: Array.from(typed).length, isListening: this.#isListening(this.#open) };
  }

  /** null: none was given in time. One question at a time. */
  readonly ask = (wanted: SecretWanted, signal: AbortSignal): Promise<string | null> => {
    const mine = this.#last.then(() => this.#ask(wanted, signal));
    this.#last = mine.catch(() => undefined); // whoever asked hears of it
    return mine;
  };

  /** Keys of an open question are nobody else's. True: the key was taken. */
  takes(key: SecretKey): boolean {
    const open = this.#open;
    const nowMs = this.#clock.now();
    if (open === null) return this.#takesRest(nowMs);
    if (key !== "leave" && !this.#isListening(open)) {
      this.#open = { ...open, quietSinceMs: nowMs };
      return true;
    }
    const step = pressInSecret(open.typed, key);
    if (step.kind === "over") open.answer(step.answer);
    else this.#open = { ...open, typed: step.typed, isHeard: true };
    this.#changed?.();
    return true;
  }

  async #ask(wanted: SecretWanted, signal: AbortSignal): Promise<string | null> {
    if (this.#changed === null || signal.aborted) return null;
    const nowMs = this.#clock.now();
    const { promise, resolve: answer } = Promise.withResolvers<string | null>();
    using limit = this.#clock.deadline(answerMs, signal);
    this.#open = { wanted, untilMs: nowMs + answerMs, quietSinceMs: nowMs, isHeard: false, typed: "", answer };
    this.#changed();
    try {
      return await Promise.race([promise, limit.over.then(() => this.#withdraw())]);
    } finally {
      this.#open = null;
      this.#changed();
    }
  }

  /** Somebody may be in the middle of a word that must not go on in the line below. */
  #withdraw(): null {
    if (this.#open !== null && this.#open.typed !== "") this.#deafUntilMs = this.#clock.now() + 2 * quietMs;
    return null;
  }

  #takesRest(nowMs: number): boolean {
    const isRest = nowMs < this.#deafUntilMs;
    if (isRest) this.#deafUntilMs = nowMs + 2 * quietMs;
    return isRest;
  }

  /** Keys that were on their way when the question came up are dropped: neither an answer nor shown anywhere. */
  #isListening({ isHeard, quietSinceMs }: Open): boolean {
    return isHeard || this.#clock.now() - quietSinceMs >= quietMs;
  }
}
