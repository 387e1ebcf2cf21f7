import {
  CombinedAutocompleteProvider,
  Editor,
  type EditorTheme,
  isKeyRelease,
  type KeyId,
  matchesKey,
  ProcessTerminal,
} from "@earendil-works/pi-tui";
import type { SlashCommand } from "../../commands/slash/slash-command.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { blockLines } from "./block-lines.ts";
import type { Chat } from "./chat.ts";
import { EditorHistory } from "./editor-history.ts";
import { liveLines } from "./live-lines.ts";
import { LiveScreen } from "./live-screen.ts";
import type { Paint } from "./paint.ts";
import { isListening } from "./panel-choices.ts";
import { pressed } from "./panel-input.ts";
import { statusBar } from "./status-bar.ts";
import { type Armed, onCtrlC, onCtrlD, type StopAct } from "./stop-keys.ts";
import { wantedBlocks, withoutThoughts } from "./wanted-blocks.ts";
import { commandsOf } from "./slash-typed.ts";

const frameMs = 120;

type OwnKey = "stop" | "end" | "suspend" | "edits";
const ownKeys = [
  ["ctrl+c", "stop"],
  ["ctrl+d", "end"],
  ["ctrl+z", "suspend"],
  ["shift+tab", "edits"],
] as const satisfies readonly (readonly [KeyId, OwnKey])[];

export type ViewParts = {
  readonly chat: Chat;
  readonly paint: Paint;
  /** Stops this process until it is told to go on. */
  readonly suspend: () => void;
};

/** The chat in a terminal that can move its cursor: an editor, and above it whatever still changes. */
export class LiveView {
  readonly #chat: Chat;
  readonly #paint: Paint;
  readonly #suspend: () => void;
  readonly #screen = new LiveScreen(new ProcessTerminal());
  readonly #editor: Editor;
  readonly #history: EditorHistory;
  #armed: Armed = null;
  #draft: string | null = null; // what stood in the editor before an answer is written there
  #typed = { text: "", isChosen: false };
  #isShown = false;

  constructor({ chat, paint, suspend }: ViewParts) {
    this.#chat = chat;
    this.#paint = paint;
    this.#suspend = suspend;
    this.#editor = new Editor(this.#screen, editorTheme(paint));
    this.#history = new EditorHistory(chat, this.#editor);
    this.#editor.setAutocompleteProvider(completion(chat.session.info.cwd, commandsOf(chat)));
    this.#editor.onSubmit = (text) => this.#submit(this.#typed.isChosen ? text : this.#typed.text);
    this.#screen.addChild({ render: (width) => this.#lines(width), invalidate: () => undefined });
    this.#screen.addInputListener((data) => (this.#takes(data) ? { consume: true } : undefined));
  }

  start(): void {
    this.#history.recall();
    this.#chat.onChange(() => this.#update());
    this.show();
    void this.#animate();
  }

  /** Takes the terminal, again after a suspension. */
  show(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    this.#screen.forget();
    this.#screen.start();
    this.#screen.setFocus(this.#editor);
    this.#commit();
    this.#screen.renderNow(); // a frame that was asked for before a suspension never came
  }

  /** Gives the terminal back as it was. May be called at any moment, and twice. */
  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#commit();
    this.#screen.stop();
  }

  pause(): void {
    this.hide();
    this.#suspend();
  }

  #update(): void {
    if (!this.#isShown) return;
    if (this.#draft !== null && !this.#chat.screen.panel.isWriting) this.#restoreDraft(); // the question is gone
    this.#commit();
    this.#screen.requestRender();
  }

  #commit(): void {
    const { finished } = this.#chat.screen;
    const width = this.#screen.terminal.columns;
    const shown = wantedBlocks(finished, this.#chat.world.settings);
    this.#screen.commit(shown.flatMap((block) => blockLines(block, width, this.#paint)));
    this.#chat.dispatch({ type: "committed", count: finished.length });
  }

  #lines(width: number): string[] {
    const { screen, world } = this.#chat;
    const nowMs = world.clock.now();
    const editor = this.#editor.render(width);
    const bar = world.settings.showsStatusBar ? [statusBar(screen, width, this.#paint, nowMs)] : [];
    const height = this.#screen.terminal.rows - 1 - editor.length - bar.length;
    const shown = world.settings.showsReasoning ? screen : withoutThoughts(screen);
    return [...liveLines(shown, { width, height, paint: this.#paint, nowMs }), ...editor, ...bar];
  }

  /** While something is going on, time shows. */
  async #animate(): Promise<void> {
    const { signal, world } = this.#chat;
    while (!signal.aborted) {
      await world.clock.sleep(frameMs, signal).catch(() => undefined);
      const { turn, panels } = this.#chat.screen;
      if (panels.length > 0) this.#chat.dispatch({ type: "expired" });
      if (turn !== null && this.#isShown) this.#screen.requestRender();
    }
  }

  /** Keys that are ours; true: the editor does not see them. */
  #takes(data: string): boolean {
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

  #pressed(key: OwnKey): boolean {
    switch (key) {
      case "stop":
        return this.#stopped();
      case "end":
        return this.#act(onCtrlD({ activity: this.#activity(), hasText: this.#hasText() }));
      case "suspend":
        return this.#done(() => this.pause());
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

  #restoreDraft(): void {
    this.#editor.setText(this.#draft ?? "");
    this.#draft = null;
  }

  endWriting(): void {
    this.#restoreDraft();
    this.#chat.dispatch({ type: "panel.writing", on: false });
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
        this.#screen.requestRender();
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
    this.#screen.requestRender();
    return true;
  }
}

function completion(cwd: string, known: readonly SlashCommand[]): CombinedAutocompleteProvider {
  const commands = known.map(({ name, summary, usage }) => ({
    name,
    description: summary,
    ...(usage === "" ? {} : { argumentHint: usage }),
  }));
  return new CombinedAutocompleteProvider(commands, cwd, null);
}

function editorTheme(paint: Paint): EditorTheme {
  const { accent, dim, bold } = paint;
  return {
    borderColor: dim,
    selectList: { selectedPrefix: accent, selectedText: bold, description: dim, scrollInfo: dim, noMatch: dim },
  };
}
