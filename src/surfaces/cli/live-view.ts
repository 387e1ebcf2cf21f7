import { Editor, type EditorTheme, isKeyRelease, matchesKey, ProcessTerminal } from "@earendil-works/pi-tui";
import { blockLines } from "./block-lines.ts";
import type { Chat } from "./chat.ts";
import { Completion } from "./input/completion.ts";
import { Keyboard } from "./input/keyboard.ts";
import { liveLines } from "./live-lines.ts";
import { LiveScreen } from "./live-screen.ts";
import type { Paint } from "./paint.ts";
import { pickerKey } from "./picker/picker-key.ts";
import { pickerLines } from "./picker/picker-lines.ts";
import { PickerRun } from "./picker/picker-run.ts";
import { statusBar } from "./status-bar.ts";
import { clearAll, clipboardSequence } from "./terminal-sequences.ts";
import type { ViewHands } from "./view-hands.ts";
import { wantedBlocks, withoutThoughts } from "./wanted-blocks.ts";

const frameMs = 120;

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
  readonly #keyboard: Keyboard;
  #isShown = false;
  #picking: PickerRun | null = null;
  #isAway = false; // another program has the terminal

  constructor({ chat, paint, suspend }: ViewParts) {
    this.#chat = chat;
    this.#paint = paint;
    this.#suspend = suspend;
    this.#editor = new Editor(this.#screen, editorTheme(paint));
    this.#editor.setAutocompleteProvider(new Completion(chat));
    this.#keyboard = new Keyboard({
      chat,
      editor: this.#editor,
      pause: () => this.pause(),
      redraw: () => this.#screen.requestRender(),
      away: (work) => this.#away(work),
    });
    this.#screen.addChild({ render: (width) => this.#lines(width), invalidate: () => undefined });
    this.#screen.addInputListener((data) => (this.#takes(data) ? { consume: true } : undefined));
  }

  start(): void {
    this.#keyboard.recall();
    this.#chat.hands = this.#hands();
    this.#chat.onChange(() => this.#update());
    this.show();
    void this.#animate();
  }

  /** Takes the terminal, again after a suspension. */
  show(): void {
    if (this.#isShown || this.#isAway) return;
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

  #hands(): ViewHands {
    return {
      fill: (text) => {
        this.#editor.setText(text);
        this.#screen.requestRender();
      },
      copy: (text) => {
        const sequence = clipboardSequence(text);
        if (sequence !== null) this.#screen.terminal.write(sequence);
        return sequence !== null;
      },
      clear: () => {
        this.#screen.terminal.write(clearAll);
        this.#screen.forget();
      },
      pick: () => this.#pick(),
    };
  }

  /** The list of sessions takes the place of the editor, and all keys, until one is picked. */
  async #pick(): Promise<string | null> {
    const { world, session } = this.#chat;
    const { sessionId: except, cwd: here } = session.info;
    const picking = new PickerRun({ store: world.store, here, except, changed: () => this.#screen.requestRender() });
    this.#picking = picking;
    this.#screen.requestRender();
    try {
      return await picking.picked;
    } finally {
      this.#picking = null;
      this.#screen.requestRender();
    }
  }

  async #away<T>(work: () => Promise<T>): Promise<T> {
    this.hide();
    this.#isAway = true;
    try {
      return await work();
    } finally {
      this.#isAway = false;
      this.show();
    }
  }

  #update(): void {
    if (!this.#isShown) return;
    this.#keyboard.settle();
    this.#commit();
    this.#screen.requestRender();
  }

  #commit(): void {
    const { finished } = this.#chat.screen;
    const width = this.#screen.terminal.columns;
    const { showsDiffs } = this.#chat.world.settings;
    const showsReasoning = this.#chat.screen.reasoningView !== "hidden";
    const shown = wantedBlocks(finished, { showsReasoning, showsDiffs });
    this.#screen.commit(shown.flatMap((block) => blockLines(block, width, this.#paint)));
    this.#chat.dispatch({ type: "committed", count: finished.length });
  }

  #lines(width: number): string[] {
    const { screen, world } = this.#chat;
    const nowMs = world.clock.now();
    if (this.#picking !== null) {
      const frame = { width, height: this.#screen.terminal.rows - 1, paint: this.#paint, nowMs };
      return pickerLines(this.#picking.picker, frame);
    }
    const editor = this.#editor.render(width);
    const own = this.#keyboard.lines(width, this.#paint);
    const bar = screen.showsStatusBar ? [statusBar(screen, width, this.#paint, nowMs)] : [];
    const height = this.#screen.terminal.rows - 1 - own.length - editor.length - bar.length;
    const shown = screen.reasoningView !== "hidden" ? screen : withoutThoughts(screen);
    return [...liveLines(shown, { width, height, paint: this.#paint, nowMs }), ...own, ...editor, ...bar];
  }

  /** While something is going on, time shows. */
  async #animate(): Promise<void> {
    const { signal, world } = this.#chat;
    while (!signal.aborted) {
      await world.clock.sleep(frameMs, signal).catch(() => undefined);
      const { turn, panels, shell } = this.#chat.screen;
      if (panels.length > 0) this.#chat.dispatch({ type: "expired" });
      if ((turn !== null || shell !== null) && this.#isShown) this.#screen.requestRender();
    }
  }

  #takes(data: string): boolean {
    if (this.#picking === null) return this.#keyboard.takes(data);
    if (isKeyRelease(data)) return true;
    const key = matchesKey(data, "ctrl+z") ? "suspend" : pickerKey(data);
    if (key === "suspend") this.pause();
    else if (key !== null) this.#picking.press(key);
    return true;
  }
}

function editorTheme(paint: Paint): EditorTheme {
  const { accent, dim, bold } = paint;
  return {
    borderColor: dim,
    selectList: { selectedPrefix: accent, selectedText: bold, description: dim, scrollInfo: dim, noMatch: dim },
  };
}
