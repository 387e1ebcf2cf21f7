import type { Log } from "../domain/log.ts";
import type { ProcessNotices } from "../domain/process-notice.ts";
import type { TurnInput } from "./turn-input.ts";

/** Lets whoever holds the session know that background processes have news while no turn runs. */
export class NoticeKeeper {
  readonly #notices: ProcessNotices;
  readonly #log: Log;
  readonly #isIdle: () => boolean;
  readonly #listeners = new Set<() => void>();

  constructor({ notices, log }: { readonly notices: ProcessNotices; readonly log: Log }, isIdle: () => boolean) {
    this.#notices = notices;
    this.#log = log;
    this.#isIdle = isIdle;
    notices.onNews(() => this.tell());
  }

  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#call(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** To be called when a turn has ended: what found no place in it is news still. */
  tell(): void {
    for (const listener of this.#listeners) this.#call(listener);
  }

  /** The first to hear may have taken the news; one that fails must not take the process with it. */
  #call(listener: () => void): void {
    try {
      if (this.#isNews()) listener();
    } catch (error) {
      this.#log("error", "notice_listener.failed", { error: String(error) });
    }
  }

  take(): TurnInput | null {
    const text = this.#isIdle() ? this.#notices.take() : null;
    return text === null ? null : { content: text, stored: { displayKind: "process_notice" } };
  }

  #isNews(): boolean {
    return this.#isIdle() && this.#notices.hasNews();
  }
}
