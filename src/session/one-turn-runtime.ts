import type { Runtime } from "../domain/runtime.ts";

/** A model for one turn: remembers which one the session had before, and gives it back. */
export class OneTurnRuntime {
  readonly #choose: (next: Runtime) => Promise<void>;
  #before: Runtime | null = null;

  constructor(choose: (next: Runtime) => Promise<void>) {
    this.#choose = choose;
  }

  /** Lending twice before the turn still gives back the first. */
  async lend(next: Runtime, current: Runtime): Promise<void> {
    this.#before ??= current;
    await this.#choose(next);
  }

  async giveBack(): Promise<void> {
    const before = this.#before;
    this.#before = null;
    if (before !== null) await this.#choose(before);
  }

  /** The person chose another one for good. */
  forget(): void {
    this.#before = null;
  }
}
