import type { Editor } from "@earendil-works/pi-tui";
import { chatPhrases as say } from "../../../text/phrases/chat.ts";
import type { Chat } from "../chat.ts";
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
    for (const entry of this.entries().slice(-mostInEditor)) this.#editor.addToHistory(entry);
  }

  /** All that is on disk, oldest first: other windows may have written too. */
  entries(): readonly string[] {
    try {
      return readHistory(this.#chat.world.historyFile);
    } catch (error) {
      this.#chat.notice("warning", say.historyUnread(error instanceof Error ? error.message : String(error)));
      return [];
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
