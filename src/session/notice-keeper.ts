import type { ProcessNotices } from "../domain/process-notice.ts";
import type { TurnInput } from "./turn-input.ts";

/** Lets whoever holds the session know that background processes have news while no turn runs. */
export class NoticeKeeper {
  readonly #notices: ProcessNotices;
  readonly #isIdle: () => boolean;
  readonly #listeners = new Set<() => void>();

  constructor(notices: ProcessNotices, isIdle: () => boolean) {
    this.#notices = notices;
    this.#isIdle = isIdle;
    notices.onNews(() => this.tell());
  }

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#isNews()) listener();
    return () => void this.#listeners.delete(listener);
  }

  /** To be called when a turn has ended: what found no place in it is news still. */
  tell(): void {
    if (this.#isNews()) for (const listener of this.#listeners) listener();
  }

  take(): TurnInput | null {
    const text = this.#isIdle() ? this.#notices.take() : null;
    return text === null ? null : { content: text, stored: { displayKind: "process_notice" } };
  }

  #isNews(): boolean {
    return this.#isIdle() && this.#notices.hasNews();
  }
}
