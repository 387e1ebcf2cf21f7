import type { Question } from "../../../domain/approval.ts";

const patienceMs = 600;

/** Keys pressed between the answer to one question of several and the next: they were meant for that one. */
export class KeysAhead {
  #next: { readonly part: number; readonly untilMs: number } | null = null;
  #keys: string[] = [];

  /** One of several was answered: the next will be there in a moment. */
  expectAfter({ part }: Pick<Question, "part">, nowMs: number): void {
    if (part === undefined || part.number >= part.of) return;
    this.#next = { part: part.number + 1, untilMs: nowMs + patienceMs };
  }

  /** True: kept until the next question is there. */
  keeps(data: string, nowMs: number): boolean {
    if (this.#next === null || nowMs > this.#next.untilMs) return false;
    this.#keys.push(data);
    return true;
  }

  /** The keys, once it is known whom they belong to: the question that was expected, or nobody. Null: not yet. */
  take(
    open: Question | undefined,
    nowMs: number,
  ): { readonly keys: readonly string[]; readonly meant: boolean } | null {
    if (this.#next === null || (open === undefined && nowMs <= this.#next.untilMs)) return null;
    const meant = open !== undefined && open.kind === "clarify" && open.part?.number === this.#next.part;
    const keys = this.#keys;
    this.#next = null;
    this.#keys = [];
    return { keys, meant };
  }
}
