import type { Question } from "../../domain/approval.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { Chat } from "./chat.ts";
import { plainBlock, plainQuestion } from "./plain-text.ts";
import type { ChatRun } from "./run-chat.ts";
import { type Armed, onCtrlC } from "./stop-keys.ts";
import { noHands } from "./view-hands.ts";
import { wantedBlocks } from "./wanted-blocks.ts";

/** The chat line by line: nothing moves, nothing is repainted, a screen reader can follow. */
export class PlainView {
  readonly #run: ChatRun;
  readonly #chat: Chat;
  #deaf: () => void = () => undefined;
  #armed: Armed = null;

  constructor(run: ChatRun, chat: Chat) {
    this.#run = run;
    this.#chat = chat;
  }

  start(): void {
    this.#chat.hands = { ...noHands, fill: (text) => this.#chat.show({ kind: "said", text }) };
    this.#chat.onChange(() => this.#print());
    this.#deaf = this.#run.signals.onInterrupt(() => this.#interrupted());
    this.#print();
    void this.#talk();
  }

  hide(): void {
    this.#print();
    this.#deaf();
  }

  #print(): void {
    const { finished, reasoningView, toolView } = this.#chat.screen;
    if (finished.length === 0) return;
    this.#chat.dispatch({ type: "committed", count: finished.length });
    const { showsDiffs } = this.#chat.world.settings;
    const blocks = wantedBlocks(finished, { reasoningView, toolView, showsDiffs });
    const { paint } = this.#chat.world.wardrobe;
    const look = { width: this.#run.terminal.columns, paint, showsAllThoughts: reasoningView === "full" };
    for (const block of blocks) this.#run.terminal.out(plainBlock(block, look));
  }

  #interrupted(): void {
    if (this.#chat.isBusy || this.#chat.screen.shell !== null) return this.#chat.interrupt();
    const nowMs = this.#run.clock.now();
    const { act, armed } = onCtrlC({ activity: "idle", hasText: false, armed: this.#armed, nowMs });
    this.#armed = armed;
    if (act === "exit") return this.#leave();
    this.#run.terminal.out(`\n${say.exitHint}\n${say.prompt}`); // what was typed on the line is gone: the terminal drops it
  }

  /** The line with the prompt is closed before the last words. */
  #leave(): void {
    this.#run.terminal.out("\n");
    this.#chat.leave(0);
  }

  /** Questions are answered and messages typed in turn; while a turn runs only its questions are. */
  async #talk(): Promise<void> {
    const { signal } = this.#chat;
    while (!signal.aborted) {
      const line = await this.#nextLine();
      if (line === "asked") await this.#answerOpen();
      else if (line === null) return signal.aborted ? undefined : this.#leave();
      else await this.#answering(this.#chat.submit(line.text));
    }
  }

  /** A session in the background may ask something while nothing else goes on. */
  async #nextLine(): Promise<{ readonly text: string } | "asked" | null> {
    const asked = new AbortController();
    const look = (): void => {
      this.#print();
      if (this.#chat.screen.panels.length > 0) asked.abort();
    };
    this.#chat.onChange(look);
    look();
    const either = AbortSignal.any([this.#chat.signal, asked.signal]);
    const line = await this.#run.readLine(say.prompt, either, false);
    if (line !== null) return { text: line };
    return asked.signal.aborted ? "asked" : null;
  }

  async #answerOpen(): Promise<void> {
    const [open] = this.#chat.screen.panels;
    if (open !== undefined) await this.#answer(open.question, this.#chat.signal);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<void> {
    this.#run.terminal.out(plainQuestion(question));
    const line = await this.#run.readLine(say.answerPrompt, signal, true);
    this.#chat.chooser.answer(question.id, answerOf(line, question.choices));
  }

  async #answering(turn: Promise<void>): Promise<void> {
    const over = new AbortController();
    const isOver = turn.finally(() => over.abort());
    while (!over.signal.aborted) {
      const [open] = this.#chat.screen.panels;
      if (open === undefined) {
        await Promise.race([isOver, this.#nextChange()]);
        continue;
      }
      await this.#answer(open.question, over.signal);
    }
    await isOver;
  }

  #nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#chat.onChange(() => {
      this.#print();
      resolve();
    });
    return promise;
  }
}

/** A number or the beginning of a choice means that choice; for a permission anything else is a no with a reason. */
function answerOf(line: string | null, choices: readonly string[]): string | null {
  if (line === null) return null;
  const said = line.trim();
  const byNumber = /^\d+$/.test(said) ? choices[Number(said) - 1] : undefined;
  if (byNumber !== undefined) return byNumber;
  if (said === "") return choices.includes("deny") ? "deny" : "";
  return choices.find((choice) => choice.toLowerCase().startsWith(said.toLowerCase())) ?? said;
}
