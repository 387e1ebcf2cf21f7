import type { AgentEvent } from "../domain/event.ts";

/** Events of one turn, kept until they are read: a late reader misses nothing, and nobody has to read at all. */
export class EventBuffer implements AsyncIterable<AgentEvent> {
  readonly #events: AgentEvent[] = [];
  #closed = false;
  #wake = Promise.withResolvers<void>();

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
      while (next >= this.#events.length && !this.#closed) await this.#wake.promise;
      const event = this.#events[next];
      if (event === undefined) return;
      yield event;
    }
  }

  #rouse(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}
