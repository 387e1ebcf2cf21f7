import type { TurnState } from "../agent/turn-state.ts";
import type { Message } from "../domain/message.ts";

/**
 * Questions of earlier turns as they were sent then, with what went along: sent again they keep the prefix. Known only
 * to this process; a message that was rewritten or compacted away is another object and comes bare.
 */
export class SentQuestions {
  readonly #sent = new WeakMap<Message, Message>();
  #isEmpty = true;

  keep({ history, turnStart, sentAs }: Pick<TurnState, "history" | "turnStart" | "sentAs">): void {
    const question = history[turnStart];
    const sent = question === undefined ? question : sentAs(question);
    if (question === undefined || sent === undefined || sent === question) return;
    this.#sent.set(question, sent);
    this.#isEmpty = false;
  }

  /** The same list unless something in it was once sent otherwise. */
  readonly inPlace = (history: readonly Message[]): readonly Message[] =>
    this.#isEmpty ? history : history.map((message) => this.#sent.get(message) ?? message);
}
