import { type Editor, isKeyRelease, matchesKey } from "@earendil-works/pi-tui";
import { chatPhrases as say } from "../../../text/phrases/chat.ts";
import type { Chat } from "../chat.ts";
import { commandsOf } from "../commands-of.ts";
import type { Paint } from "../theme/paint.ts";
import { type Armed, onCtrlC, onCtrlD, type StopAct } from "../stop-keys.ts";
import { AnswerDesk } from "./answer-desk.ts";
import { attachFromClipboard } from "./attach-picture.ts";
import { depart } from "./depart.ts";
import { EditorHistory } from "./editor-history.ts";
import { EnterWatch } from "./enter-watch.ts";
import { FinderDesk } from "./finder-desk.ts";
import { inputLines } from "./input-lines.ts";
import { alwaysKey, lineKey } from "./own-keys.ts";
import { PictureDesk } from "./picture-desk.ts";

export type KeyboardParts = {
  readonly chat: Chat;
  readonly editor: Editor;
  readonly pause: () => void;
  readonly redraw: () => void;
  /** Gives the terminal away for as long as the work takes. */
  readonly away: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Every key of the chat: whose it is, and what it does. */
export class Keyboard {
  readonly #chat: Chat;
  readonly #editor: Editor;
  readonly #parts: KeyboardParts;
  readonly #history: EditorHistory;
  readonly #enter: EnterWatch;
  readonly #answers: AnswerDesk;
  readonly #finder: FinderDesk;
  readonly #pictures: PictureDesk;
  #armed: Armed = null;

  constructor(parts: KeyboardParts) {
    const { chat, editor } = parts;
    this.#parts = parts;
    this.#chat = chat;
    this.#editor = editor;
    this.#history = new EditorHistory(chat, editor);
    this.#enter = new EnterWatch(editor);
    this.#answers = new AnswerDesk(chat, editor);
    this.#finder = new FinderDesk(editor);
    this.#pictures = new PictureDesk(chat, editor);
    editor.onSubmit = (text) => this.#submit(this.#enter.meant(text));
  }

  recall(): void {
    this.#history.recall();
  }

  /** The screen has changed. */
  settle(): void {
    this.#answers.settle();
  }

  /** What belongs to the line and stands above it. */
  lines(width: number, paint: Paint): readonly string[] {
    const { screen, world } = this.#chat;
    return [...this.#finder.lines(width, paint), ...inputLines(screen, { width, paint, nowMs: world.clock.now() })];
  }

  /** True: the editor does not see the key. */
  takes(data: string): boolean {
    if (isKeyRelease(data)) return false;
    const isTaken = this.#takes(data);
    if (isTaken) this.#parts.redraw();
    return isTaken;
  }

  #takes(data: string): boolean {
    const always = alwaysKey(data);
    if (always !== null) return this.#pressed(always);
    if (this.#chat.screen.hint !== null) this.#chat.dispatch({ type: "hinted", text: null });
    if (this.#finder.takes(data) || this.#answers.takes(data)) return true;
    const own = lineKey(data);
    if (own !== null) return this.#pressedInLine(own);
    if (this.#pullsBack(data) || this.#pictures.takes(data)) return true;
    this.#enter.see(data);
    return false;
  }

  #pressed(key: NonNullable<ReturnType<typeof alwaysKey>>): boolean {
    switch (key) {
      case "stop": {
        const nowMs = this.#chat.world.clock.now();
        const moment = { activity: this.#activity(), hasText: this.#hasText(), armed: this.#armed, nowMs };
        const { act, armed } = onCtrlC(moment);
        this.#armed = armed;
        this.#act(act);
        return true;
      }
      case "end":
        return this.#act(onCtrlD({ activity: this.#activity(), hasText: this.#hasText() }));
      case "suspend":
        this.#parts.pause();
        return true;
      case "edits":
        this.#chat.cycleEdits();
        return true;
    }
  }

  #pressedInLine(key: NonNullable<ReturnType<typeof lineKey>>): true {
    switch (key) {
      case "search":
        this.#finder.searchHistory(this.#history.entries());
        return true;
      case "palette":
        this.#finder.openPalette(commandsOf(this.#chat));
        return true;
      case "editor":
        void this.#editOutside();
        return true;
      case "picture":
        void attachFromClipboard(this.#chat);
        return true;
    }
  }

  async #editOutside(): Promise<void> {
    const { editOutside } = this.#chat.world;
    const edited = await this.#parts.away(() => editOutside(this.#editor.getExpandedText()));
    if (edited.kind === "edited") this.#editor.setText(edited.text);
    else this.#chat.notice("warning", edited.message);
    this.#parts.redraw();
  }

  /** At an empty line, the message that waits last comes back into it. */
  #pullsBack(data: string): boolean {
    const last = this.#chat.screen.queue.at(-1);
    if (last === undefined || this.#hasText() || !matchesKey(data, "up")) return false;
    this.#chat.dispatch({ type: "unqueued", end: "last" });
    this.#editor.setText(last.text);
    for (const picture of last.pictures) this.#chat.dispatch({ type: "attached", picture });
    return true;
  }

  #submit(text: string): void {
    if (this.#answers.answered(text)) return;
    this.#history.remember(text);
    void this.#chat.submit(text);
  }

  #act(act: StopAct): boolean {
    switch (act) {
      case "hint":
        this.#chat.dispatch({ type: "hinted", text: say.exitHint });
        return true;
      case "clear":
        this.#history.remember(this.#editor.getExpandedText());
        this.#editor.setText("");
        return true;
      case "interrupt":
        this.#chat.interrupt();
        return true;
      case "close-panel":
        if (this.#finder.isOpen) this.#finder.close();
        else this.#answers.close();
        return true;
      case "exit":
        void depart(this.#chat);
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

  #activity(): "panel" | "busy" | "idle" {
    if (this.#chat.screen.panels.length > 0 || this.#finder.isOpen) return "panel";
    return this.#chat.isBusy || this.#chat.screen.shell !== null ? "busy" : "idle";
  }

  #hasText(): boolean {
    return this.#editor.getText() !== "";
  }
}
