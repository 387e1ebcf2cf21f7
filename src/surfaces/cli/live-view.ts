import { Editor, type EditorTheme, ProcessTerminal } from "@earendil-works/pi-tui";
import { blockLines } from "./block-lines.ts";
import type { Chat } from "./chat.ts";
import { Highlighter } from "./code/highlighter.ts";
import { FramePace } from "./frame-pace.ts";
import { Completion } from "./input/completion.ts";
import { Keyboard } from "./input/keyboard.ts";
import { liveLines } from "./live-lines.ts";
import { LiveScreen } from "./live-screen.ts";
import type { Paint } from "./theme/paint.ts";
import type { Block } from "./screen.ts";
import { PickerDesk } from "./picker/picker-desk.ts";
import { secretKey } from "./secret/secret-keys.ts";
import { secretLines } from "./secret/secret-lines.ts";
import { statusBar } from "./status-bar.ts";
import { clearAll, clipboardSequence } from "./terminal-sequences.ts";
import type { ViewHands } from "./view-hands.ts";
import { wantedBlocks } from "./wanted-blocks.ts";

const tickMs = 120;

export type ViewParts = {
  readonly chat: Chat;
  /** Stops this process until it is told to go on. */
  readonly suspend: () => void;
};

/** The chat in a terminal that can move its cursor: an editor, and above it whatever still changes. */
export class LiveView {
  readonly #chat: Chat;
  readonly #suspend: () => void;
  readonly #screen = new LiveScreen(new ProcessTerminal());
  readonly #editor: Editor;
  readonly #keyboard: Keyboard;
  readonly #picker: PickerDesk;
  readonly #pace: FramePace;
  readonly #highlighter = new Highlighter();
  #isShown = false;
  #isAway = false; // another program has the terminal

  constructor({ chat, suspend }: ViewParts) {
    this.#chat = chat;
    this.#suspend = suspend;
    this.#editor = new Editor(
      this.#screen,
      editorTheme(() => this.#paint),
    );
    this.#editor.setAutocompleteProvider(new Completion(chat));
    const own = { chat, redraw: () => this.#screen.requestRender(), pause: () => this.pause() };
    this.#keyboard = new Keyboard({ ...own, editor: this.#editor, away: (work) => this.#away(work) });
    this.#picker = new PickerDesk(own);
    this.#pace = new FramePace(chat.world.clock, chat.signal, () => this.#update());
    this.#screen.addChild({ render: (width) => this.#lines(width), invalidate: () => undefined });
    this.#screen.addInputListener((data) =>
      this.#hides(data) || this.#picker.takes(data) || this.#keyboard.takes(data) ? { consume: true } : undefined,
    );
  }

  get #paint(): Paint {
    return this.#chat.world.wardrobe.paint;
  }

  start(): void {
    this.#keyboard.recall();
    this.#chat.hands = this.#hands();
    this.#chat.onChange(() => this.#pace.ask());
    this.#chat.world.secrets?.attach(() => this.#pace.ask());
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
    this.#commit(true);
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
      pick: () => this.#picker.pick(),
    };
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

  /** Typed for a question whose answer nobody may see. */
  #hides(data: string): boolean {
    return this.#chat.world.secrets?.takes(secretKey(data)) ?? false;
  }

  #update(): void {
    if (!this.#isShown) return;
    this.#keyboard.settle();
    this.#commit();
    this.#screen.requestRender();
  }

  /** What is written stays as it is, so code waits for its colours; at the end it goes without. */
  #commit(isLast = false): void {
    const { finished, turn } = this.#chat.screen;
    const isColoured = isLast || this.#highlighter.isReady || !this.#chat.world.wardrobe.hasColour;
    if (!isColoured && (turn?.text.fence ?? null) !== null) void this.#highlighter.load();
    const first = isColoured ? -1 : finished.findIndex(holdsCode);
    if (first !== -1) void this.#highlighter.load().then(() => this.#pace.ask());
    const ready = first === -1 ? finished : finished.slice(0, first);
    const width = this.#screen.terminal.columns;
    const { reasoningView, toolView } = this.#chat.screen;
    const { showsDiffs } = this.#chat.world.settings;
    const shown = wantedBlocks(ready, { reasoningView, toolView, showsDiffs });
    const highlight = this.#highlighter.with(this.#paint);
    const look = { width, paint: this.#paint, highlight, showsAllThoughts: reasoningView === "full" };
    this.#screen.commit(shown.flatMap((block) => blockLines(block, look)));
    this.#chat.dispatch({ type: "committed", count: ready.length });
  }

  #lines(width: number): string[] {
    const { screen, world } = this.#chat;
    const nowMs = world.clock.now();
    const rows = this.#screen.terminal.rows - 1;
    const secret = secretLines(world.secrets?.shown ?? null, { width, paint: this.#paint, nowMs });
    const picker = this.#picker.lines({ width, height: rows, paint: this.#paint, nowMs });
    if (picker !== null && secret.length === 0) return picker;
    const editor = this.#editor.render(width);
    const own = [...this.#keyboard.lines(width, this.#paint), ...secret];
    const bar = screen.showsStatusBar ? [statusBar(screen, width, this.#paint, nowMs)] : [];
    const height = rows - own.length - editor.length - bar.length;
    return [...liveLines(screen, { width, height, paint: this.#paint, nowMs }), ...own, ...editor, ...bar];
  }

  /** While something is going on, time shows. */
  async #animate(): Promise<void> {
    const { signal, world } = this.#chat;
    while (!signal.aborted) {
      await world.clock.sleep(tickMs, signal).catch(() => undefined);
      const { turn, panels, shell } = this.#chat.screen;
      if (panels.length > 0) this.#chat.dispatch({ type: "expired" });
      this.#chat.dispatch({ type: "background", running: this.#chat.running });
      const isMoving = turn !== null || shell !== null || panels.length > 0;
      if (isMoving && this.#isShown) this.#screen.requestRender();
    }
  }
}

function holdsCode(block: Block): boolean {
  return block.kind === "text" && /^\s*(?:`{3}|~{3})/m.test(block.text);
}

/** Asked for each time: the theme may have changed. */
function editorTheme(paint: () => Paint): EditorTheme {
  const dim = (text: string): string => paint().dim(text);
  const selectedPrefix = (text: string): string => paint().accent(text);
  const selectedText = (text: string): string => paint().bold(text);
  return {
    borderColor: dim,
    selectList: { selectedPrefix, selectedText, description: dim, scrollInfo: dim, noMatch: dim },
  };
}
