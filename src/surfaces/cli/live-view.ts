import { CombinedAutocompleteProvider, Editor, type EditorTheme, ProcessTerminal } from "@earendil-works/pi-tui";
import { slashCommands } from "../../commands/slash/registry.ts";
import { blockLines } from "./block-lines.ts";
import type { Chat } from "./chat.ts";
import { Highlighter } from "./code/highlighter.ts";
import { EditorHistory } from "./editor-history.ts";
import { FramePace } from "./frame-pace.ts";
import { LiveKeys } from "./live-keys.ts";
import { liveLines } from "./live-lines.ts";
import { LiveScreen } from "./live-screen.ts";
import type { Paint } from "./theme/paint.ts";
import type { Block } from "./screen.ts";
import { statusBar } from "./status-bar.ts";
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
  readonly #history: EditorHistory;
  readonly #keys: LiveKeys;
  readonly #pace: FramePace;
  readonly #highlighter = new Highlighter();
  #isShown = false;

  constructor({ chat, suspend }: ViewParts) {
    this.#chat = chat;
    this.#suspend = suspend;
    this.#editor = new Editor(
      this.#screen,
      editorTheme(() => this.#paint),
    );
    this.#editor.setAutocompleteProvider(completion(chat.session.info.cwd));
    this.#history = new EditorHistory(chat, this.#editor);
    const own = { redraw: () => this.#screen.requestRender(), pause: () => this.pause() };
    this.#keys = new LiveKeys({ chat, editor: this.#editor, history: this.#history, ...own });
    this.#pace = new FramePace(chat.world.clock, chat.signal, () => this.#update());
    this.#screen.addChild({ render: (width) => this.#lines(width), invalidate: () => undefined });
    this.#screen.addInputListener((data) => (this.#keys.takes(data) ? { consume: true } : undefined));
  }

  get #paint(): Paint {
    return this.#chat.world.wardrobe.paint;
  }

  start(): void {
    this.#history.recall();
    this.#chat.onChange(() => this.#pace.ask());
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
    this.#commit(true);
    this.#screen.stop();
  }

  pause(): void {
    this.hide();
    this.#suspend();
  }

  #update(): void {
    if (!this.#isShown) return;
    this.#keys.settle();
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
    const { reasoningView } = this.#chat.screen;
    const shown = wantedBlocks(ready, reasoningView, this.#chat.world.settings);
    const highlight = this.#highlighter.with(this.#paint);
    const look = { width, paint: this.#paint, highlight, showsAllThoughts: reasoningView === "full" };
    this.#screen.commit(shown.flatMap((block) => blockLines(block, look)));
    this.#chat.dispatch({ type: "committed", count: ready.length });
  }

  #lines(width: number): string[] {
    const { screen, world } = this.#chat;
    const nowMs = world.clock.now();
    const editor = this.#editor.render(width);
    const bar = world.settings.showsStatusBar ? [statusBar(screen, width, this.#paint, nowMs)] : [];
    const height = this.#screen.terminal.rows - 1 - editor.length - bar.length;
    return [...liveLines(screen, { width, height, paint: this.#paint, nowMs }), ...editor, ...bar];
  }

  /** While something is going on, time shows. */
  async #animate(): Promise<void> {
    const { signal, world } = this.#chat;
    while (!signal.aborted) {
      await world.clock.sleep(tickMs, signal).catch(() => undefined);
      const { turn, panels } = this.#chat.screen;
      if (panels.length > 0) this.#chat.dispatch({ type: "expired" });
      this.#chat.dispatch({ type: "background", running: this.#chat.running });
      if (turn !== null && this.#isShown) this.#screen.requestRender();
    }
  }
}

function holdsCode(block: Block): boolean {
  return block.kind === "text" && /^\s*(?:`{3}|~{3})/m.test(block.text);
}

function completion(cwd: string): CombinedAutocompleteProvider {
  const commands = slashCommands.map(({ name, summary, usage }) => ({
    name,
    description: summary,
    ...(usage === "" ? {} : { argumentHint: usage }),
  }));
  return new CombinedAutocompleteProvider(commands, cwd, null);
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
