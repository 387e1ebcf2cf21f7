import { type Editor, matchesKey } from "@earendil-works/pi-tui";

const escape = "\u001B";

/** What Enter really sends: the library would trim the text, and take the first completion for the word that was typed. */
export class EnterWatch {
  readonly #editor: Editor;
  #text = "";
  #isChosen = false;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  see(data: string): void {
    const isMenu = this.#editor.isShowingAutocomplete();
    const isEnter = matchesKey(data, "enter");
    if (isMenu && (matchesKey(data, "up") || matchesKey(data, "down"))) this.#isChosen = true;
    else if (!isEnter) this.#isChosen = false;
    if (!isEnter) return;
    if (isMenu && !this.#isChosen) this.#editor.handleInput(escape);
    this.#text = this.#editor.getExpandedText();
  }

  meant(submitted: string): string {
    return this.#isChosen ? submitted : this.#text;
  }
}
