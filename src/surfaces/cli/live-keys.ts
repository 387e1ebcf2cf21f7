import { type Editor, isKeyRelease, type KeyId, matchesKey } from "@earendil-works/pi-tui";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { Chat } from "./chat.ts";
import type { EditorHistory } from "./editor-history.ts";
import { isListening } from "./panel-choices.ts";
import { pressed } from "./panel-input.ts";
import { type Armed, onCtrlC, onCtrlD, type StopAct } from "./stop-keys.ts";

type OwnKey = "stop" | "end" | "suspend" | "edits";
const ownKeys = [
  ["ctrl+c", "stop"],
  ["ctrl+d", "end"],
  ["ctrl+z", "suspend"],
  ["shift+tab", "edits"],
] as const satisfies readonly (readonly [KeyId, OwnKey])[];

type KeyParts = {
  readonly chat: Chat;
  readonly editor: Editor;
  readonly history: EditorHistory;
  /** Asks for a frame: something changed that the chat does not know of. */
  readonly redraw: () => void;
  /** Gives the terminal back until the person returns. */
  readonly pause: () => void;
};

/** What keys do before the editor sees them. */
export class LiveKeys {
  readonly #chat: Chat;
  readonly #editor: Editor;
  readonly #history: EditorHistory;
  readonly #redraw: () => void;
  readonly #pause: () => void;
  #armed: Armed = null;
  #draft: string | null = null; // what stood in the editor before an answer is written there
  #typed = { text: "", isChosen: false };

  constructor({ chat, editor, history, redraw, pause }: KeyParts) {
    this.#chat = chat;
    this.#editor = editor;
    this.#history = history;
    this.#redraw = redraw;
    this.#pause = pause;
    editor.onSubmit = (text) => this.#submit(this.#typed.isChosen ? text : this.#typed.text);
  }

  /** Keys that are ours; true: the editor does not see them. */
  takes(data: string): boolean {
    if (isKeyRelease(data)) return false;
    const own = ownKeys.find(([key]) => matchesKey(data, key));
    if (own !== undefined) return this.#pressed(own[1]);
    if (this.#chat.screen.hint !== null) this.#chat.dispatch({ type: "hinted", text: null });
    if (this.#answers(data)) return true;
    const isEmpty = this.#editor.getText() === "";
    if (isEmpty && this.#chat.screen.queue.length > 0 && matchesKey(data, "up"))
      return this.#done(() => this.#pullBack());
    this.#watchEnter(data);
    return false;
  }

  /** The question an answer was being written to may be gone. */
  settle(): void {
    if (this.#draft !== null && !this.#chat.screen.panel.isWriting) this.#restoreDraft();
  }

  #pressed(key: OwnKey): boolean {
    switch (key) {
      case "stop":
        return this.#stopped();
      case "end":
        return this.#act(onCtrlD({ activity: this.#activity(), hasText: this.#hasText() }));
      case "suspend":
        return this.#done(() => this.#pause());
      case "edits":
        return this.#done(() => this.#chat.cycleEdits());
    }
  }

  /** Keys belong to an open question, but for the words of an answer. */
  #answers(data: string): boolean {
    const { screen, world } = this.#chat;
    const { panels, panel } = screen;
    if (panels.length === 0) return false;
    const isEscape = matchesKey(data, "escape");
    if (panel.isWriting) return isEscape && this.#done(() => this.endWriting());
    if (isEscape || isListening(screen, world.clock.now())) return this.#done(() => pressed(data, this.#chat, this));
    this.#chat.dispatch({ type: "typed" });
    return false;
  }

  /** The library would trim the text, and take the first completion for the word that was typed. */
  #watchEnter(data: string): void {
    const isMenu = this.#editor.isShowingAutocomplete();
    if (isMenu && (matchesKey(data, "up") || matchesKey(data, "down"))) this.#typed.isChosen = true;
    else if (!matchesKey(data, "enter")) this.#typed.isChosen = false;
    if (!matchesKey(data, "enter")) return;
    if (isMenu && !this.#typed.isChosen && this.#editor.getText().startsWith("/")) this.#editor.handleInput("\u001B");
    this.#typed.text = this.#editor.getExpandedText();
  }

  #submit(text: string): void {
    const { panels, panel } = this.#chat.screen;
    const [open] = panels;
    if (open !== undefined && panel.isWriting) {
      this.endWriting();
      const reason = open.question.kind === "approval" ? `deny: ${text}` : text;
      return this.#chat.chooser.answer(open.question.id, reason);
    }
    this.#history.remember(text);
    void this.#chat.submit(text);
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

  #restoreDraft(): void {
    this.#editor.setText(this.#draft ?? "");
    this.#draft = null;
  }

  #pullBack(): void {
    const last = this.#chat.screen.queue.at(-1);
    this.#chat.dispatch({ type: "unqueued", end: "last" });
    if (last !== undefined) this.#editor.setText(last);
  }

  #stopped(): true {
    const nowMs = this.#chat.world.clock.now();
    const { act, armed } = onCtrlC({ activity: this.#activity(), hasText: this.#hasText(), armed: this.#armed, nowMs });
    this.#armed = armed;
    this.#act(act);
    return true;
  }

  #act(act: StopAct): boolean {
    switch (act) {
      case "hint":
        this.#chat.dispatch({ type: "hinted", text: say.exitHint });
        return true;
      case "clear":
        this.#history.remember(this.#editor.getExpandedText());
        this.#editor.setText("");
        this.#redraw();
        return true;
      case "interrupt":
        this.#chat.interrupt();
        return true;
      case "close-panel":
        this.#closePanel();
        return true;
      case "exit":
        this.#chat.leave(0);
        return true;
      case "force-exit":
        this.#chat.leave(130);
        return true;
      case "edit":
        return false;
      case "nothing":
        return true;
    }
  }

  #closePanel(): void {
    const { panels, panel } = this.#chat.screen;
    if (panel.isWriting) this.endWriting();
    const [open] = panels;
    if (open !== undefined)
      this.#chat.chooser.answer(open.question.id, open.question.kind === "approval" ? "deny" : "");
  }

  #activity(): "panel" | "busy" | "idle" {
    if (this.#chat.screen.panels.length > 0) return "panel";
    return this.#chat.isBusy ? "busy" : "idle";
  }

  #hasText(): boolean {
    return this.#editor.getText() !== "";
  }

  #done(act: () => void): true {
    act();
    this.#redraw();
    return true;
  }
}
