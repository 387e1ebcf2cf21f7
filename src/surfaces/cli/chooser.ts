import type { Question } from "../../domain/approval.ts";
import type { Action } from "./reduce.ts";

/** Questions on the screen, whoever asked them: the turn's are answered to the session, a command's to the command. */
export class Chooser {
  readonly #waiting = new Map<string, (choice: string | null) => void>();
  readonly #dispatch: (action: Action) => void;
  readonly #answerTurn: (id: string, choice: string | null) => boolean;
  #count = 0;

  constructor(dispatch: (action: Action) => void, answerTurn: (id: string, choice: string | null) => boolean) {
    this.#dispatch = dispatch;
    this.#answerTurn = answerTurn;
  }

  choose(text: string, choices: readonly string[]): Promise<string | null> {
    return this.ask({ kind: "clarify", text, choices });
  }

  /** A question of our own; null: no answer, because it was skipped or nobody waits any more. */
  readonly ask = (question: Omit<Question, "id">, signal?: AbortSignal): Promise<string | null> => {
    const id = `command-${this.#count++}`;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#waiting.set(id, resolve);
    signal?.addEventListener("abort", () => this.answer(id, null), { once: true });
    this.#dispatch({ type: "choosing", question: { ...question, id } });
    return promise;
  };

  answer(id: string, choice: string | null): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.#dispatch({ type: "answered", questionId: id });
    if (waiting === undefined) void this.#answerTurn(id, choice);
    else waiting(choice === "" ? null : choice);
  }
}
