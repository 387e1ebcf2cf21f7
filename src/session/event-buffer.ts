import type { AgentEvent } from "../domain/event.ts";

/** Events of one turn, kept until they are read: a late reader misses nothing, and nobody has to read at all. */
export class EventBuffer implements AsyncIterable<AgentEvent> {
  readonly #events: AgentEvent[] = [];
  #closed = false;
  #asleep: (() => void)[] = []; // readers that have seen everything so far

  push(event: AgentEvent): void {
    this.#events.push(event);
    this.#rouse();
  }

  close(): void {
    this.#closed = true;
    this.#rouse();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent> {
    for (let next = 0; ; next++) {
      while (next >= this.#events.length && !this.#closed) {
        await new Promise<void>((wake) => this.#asleep.push(wake));
      }
      const event = this.#events[next];
      if (event === undefined) return;
      yield event;
    }
  }

  #rouse(): void {
    const readers = this.#asleep;
    if (readers.length === 0) return;
    this.#asleep = [];
    for (const wake of readers) wake();
  }
}
