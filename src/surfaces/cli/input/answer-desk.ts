import { type Editor, matchesKey } from "@earendil-works/pi-tui";
import type { Chat } from "../chat.ts";
import { isListening } from "../panel-choices.ts";
import type { OpenPanel } from "../screen.ts";
import { writtenAnswer } from "../panel-keys.ts";
import { pressed } from "../panel-input.ts";
import { KeysAhead } from "./keys-ahead.ts";

/** The person and the question on the screen: keys that answer it, and words that are written for it. */
export class AnswerDesk {
  readonly #chat: Chat;
  readonly #editor: Editor;
  readonly #ahead = new KeysAhead();
  #draft: string | null = null; // what stood in the editor before an answer is written there

  constructor(chat: Chat, editor: Editor) {
    this.#chat = chat;
    this.#editor = editor;
  }

  get isWriting(): boolean {
    return this.#chat.screen.panels.length > 0 && this.#chat.screen.panel.isWriting;
  }

  /** Keys belong to an open question, but for the words of an answer. True: the key was taken. */
  takes(data: string): boolean {
    this.#catchUp();
    const { screen, world } = this.#chat;
    const { panels, panel } = screen;
    if (panels.length === 0) return this.#ahead.keeps(data, world.clock.now());
    const isEscape = matchesKey(data, "escape");
    if (panel.isWriting) {
      if (isEscape) this.endWriting();
      return isEscape;
    }
    if (isEscape || isListening(screen, world.clock.now())) {
      pressed(data, this.#chat, this);
      this.#expectNext(panels[0]);
      return true;
    }
    this.#chat.dispatch({ type: "typed" });
    return false;
  }

  /** What was written as an answer; false: nobody had asked for it. */
  answered(text: string): boolean {
    const { panels, panel } = this.#chat.screen;
    const [open] = panels;
    if (open === undefined || !this.isWriting) return false;
    this.endWriting();
    this.#chat.chooser.answer(open.question.id, writtenAnswer(open.question, panel, text));
    this.#expectNext(open);
    return true;
  }

  #expectNext(answered: OpenPanel | undefined): void {
    const { screen, world } = this.#chat;
    const isGone = answered !== undefined && screen.panels.length === 0;
    if (isGone) this.#ahead.expectAfter(answered.question, world.clock.now());
  }

  #catchUp(): void {
    const taken = this.#ahead.take(this.#chat.screen.panels[0]?.question, this.#chat.world.clock.now());
    for (const key of taken?.keys ?? []) if (taken?.meant !== true || !this.takes(key)) this.#editor.handleInput(key);
  }

  close(): void {
    const { panels, panel } = this.#chat.screen;
    if (panel.isWriting) this.endWriting();
    const [open] = panels;
    if (open !== undefined)
      this.#chat.chooser.answer(open.question.id, open.question.kind === "approval" ? "deny" : "");
  }

  /** The editor takes an answer; what stood in it comes back afterwards. */
  beginWriting(): void {
    this.#draft = this.#editor.getExpandedText();
    this.#editor.setText("");
    this.#chat.dispatch({ type: "panel.writing", on: true });
  }

  endWriting(): void {
    this.#restoreDraft();
    this.#chat.dispatch({ type: "panel.writing", on: false });
  }

  /** The question may have gone while its answer was written. */
  settle(): void {
    this.#catchUp();
    if (this.#draft !== null && !this.#chat.screen.panel.isWriting) this.#restoreDraft();
  }

  #restoreDraft(): void {
    this.#editor.setText(this.#draft ?? "");
    this.#draft = null;
  }
}
