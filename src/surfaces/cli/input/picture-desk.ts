import { type Editor, matchesKey } from "@earendil-works/pi-tui";
import type { Chat } from "../chat.ts";
import { attachDropped } from "./attach-picture.ts";
import { pastedPath } from "./pasted-path.ts";
import { pastedText } from "./pasted-text.ts";

/** Pictures that go along with the line: dropped on it, or taken off again. */
export class PictureDesk {
  readonly #chat: Chat;
  readonly #editor: Editor;

  constructor(chat: Chat, editor: Editor) {
    this.#chat = chat;
    this.#editor = editor;
  }

  /** True: the key was taken. */
  takes(data: string): boolean {
    return this.#dropped(data) || this.#erased(data);
  }

  /** A file that is dragged into a terminal arrives as its pasted path. What is no picture after all stays text. */
  #dropped(data: string): boolean {
    const pasted = pastedText(data);
    const path = pasted === null ? null : pastedPath(pasted);
    if (pasted === null || path === null) return false;
    return attachDropped(this.#chat, path);
  }

  #erased(data: string): boolean {
    const { line, col } = this.#editor.getCursor();
    const isAtStart = line === 0 && col === 0;
    if (!isAtStart || this.#chat.screen.pictures.length === 0 || !matchesKey(data, "backspace")) return false;
    this.#chat.dispatch({ type: "detached", which: "last" });
    return true;
  }
}
