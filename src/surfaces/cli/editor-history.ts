import type { Editor } from "@earendil-works/pi-tui";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { Chat } from "./chat.ts";
import { addToHistory, readHistory } from "./history.ts";

const mostInEditor = 100; // the library keeps no more

/** What was typed before, in the editor and on disk. A history that cannot be kept is a pity, not an error. */
export class EditorHistory {
  readonly #chat: Chat;
  readonly #editor: Editor;

  constructor(chat: Chat, editor: Editor) {
    this.#chat = chat;
    this.#editor = editor;
  }

  recall(): void {
    try {
      for (const entry of readHistory(this.#chat.world.historyFile).slice(-mostInEditor))
        this.#editor.addToHistory(entry);
    } catch (error) {
      this.#chat.notice("warning", say.historyUnread(error instanceof Error ? error.message : String(error)));
    }
  }

  /** What begins with a space is nobody's business. */
  remember(text: string): void {
    if (text.trim() === "" || text.startsWith(" ")) return;
    this.#editor.addToHistory(text);
    try {
      addToHistory(this.#chat.world.historyFile, text);
    } catch (error) {
      this.#chat.notice("warning", say.historyUnsaved(error instanceof Error ? error.message : String(error)));
    }
  }
}
