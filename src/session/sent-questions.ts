import type { Message } from "../domain/message.ts";

/** A question of the history, as it was sent, and as it would have been without a compression's reminder. */
type KeptQuestion = { readonly question: Message; readonly sent: Message; readonly plain: Message };

/**
 * Questions of earlier turns as they were sent then, with what went along: sent again they keep the prefix. Known only
 * to this process; a message that was rewritten or compacted away is another object and comes bare.
 */
export class SentQuestions {
  readonly #sent = new WeakMap<Message, Message>();
  #isEmpty = true;
  #reminded: KeptQuestion | null = null;

  keep(kept: KeptQuestion): void {
    if (kept.sent === kept.question) return;
    this.#sent.set(kept.question, kept.sent);
    this.#isEmpty = false;
    if (kept.sent !== kept.plain) this.#reminded = kept;
  }

  /** The next compression brings a reminder of its own, and there is only one. */
  dropReminder(): void {
    if (this.#reminded !== null) this.#sent.set(this.#reminded.question, this.#reminded.plain);
    this.#reminded = null;
  }

  /** The same list unless something in it was once sent otherwise. */
  readonly inPlace = (history: readonly Message[]): readonly Message[] =>
    this.#isEmpty ? history : history.map((message) => this.#sent.get(message) ?? message);
}
