import type { Question } from "../domain/approval.ts";
import type { Clock } from "../domain/clock.ts";
import type { Emit } from "../domain/event.ts";

/** Questions that have gone up as events and wait for their answers. */
export class OpenQuestions {
  readonly #waiting = new Map<string, (choice: string | null) => void>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** null: there will be no answer, the time for one is over, or the wait was stopped. */
  async ask(question: Question, emit: Emit, signal: AbortSignal): Promise<string | null> {
    if (question.timeoutMs === undefined) return this.#wait(question, emit, signal);
    using limit = this.#clock.deadline(question.timeoutMs, signal);
    return await this.#wait(question, emit, limit.signal);
  }

  async #wait(question: Question, emit: Emit, signal: AbortSignal): Promise<string | null> {
    if (signal.aborted) return null;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const leave = (): void => resolve(null);
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.set(question.id, resolve);
    emit({ type: "question.asked", question });
    try {
      return await promise;
    } finally {
      this.#waiting.delete(question.id);
      signal.removeEventListener("abort", leave);
    }
  }

  /** False: no such question is open. */
  answer(questionId: string, choice: string | null): boolean {
    const waiting = this.#waiting.get(questionId);
    this.#waiting.delete(questionId);
    waiting?.(choice);
    return waiting !== undefined;
  }
}
