import type { Content } from "../../domain/message.ts";

/** Messages waiting for their turn. */
export class Inbox {
  readonly #waiting: Content[] = [];
  #closed = false;
  #wake: () => void = () => undefined;

  push(content: Content): void {
    this.#waiting.push(content);
    this.#wake();
  }

  /** Before all others: what was meant for the turn that just ended. */
  pushFirst(content: Content): void {
    this.#waiting.unshift(content);
    this.#wake();
  }

  /** No more will come; what waits is still given out. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  /** As `close`, and what waits is dropped. */
  abandon(): void {
    this.#waiting.length = 0;
    this.close();
  }

  get isOpen(): boolean {
    return !this.#closed;
  }

  /** The next message, or null when there will be none. */
  async next(): Promise<Content | null> {
    while (this.#waiting.length === 0 && !this.#closed) {
      await new Promise<void>((resolve) => void (this.#wake = resolve));
    }
    return this.#waiting.shift() ?? null;
  }
}
