import { isKeyRelease, type KeyId, matchesKey, ProcessTerminal } from "@earendil-works/pi-tui";
import { visible } from "../../text/visible.ts";
import { LiveScreen } from "../cli/live-screen.ts";
import { oneLine } from "../cli/lines.ts";
import type { Paint } from "../cli/theme/paint.ts";
import { type Field, type FieldKey, newField, onFieldKey } from "./field.ts";
import type { Answer, Asker, Question } from "./flow.ts";
import { questionLines } from "./question-lines.ts";

const named: readonly (readonly [KeyId, FieldKey])[] = [
  ["up", "up"],
  ["down", "down"],
  ["pageUp", "pageUp"],
  ["pageDown", "pageDown"],
  ["enter", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["ctrl+u", "clear"],
  ["ctrl+c", "stop"],
  ["ctrl+d", "stop"],
];

type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "waiting"; readonly text: string }
  | { readonly kind: "question"; readonly question: Question; readonly field: Field };

/** Questions on a screen of their own making, below what the terminal already shows. */
export class LiveAsker implements Asker {
  readonly #paint: Paint;
  readonly #screen = new LiveScreen(new ProcessTerminal());
  #shown: Shown = { kind: "nothing" };
  #hear: (answer: Answer) => void = () => undefined;
  #isOpen = false;

  constructor(paint: Paint) {
    this.#paint = paint;
    this.#screen.addChild({ render: (width) => this.#lines(width), invalidate: () => undefined });
    this.#screen.addInputListener((data) => {
      this.#pressed(data);
      return { consume: true };
    });
  }

  readonly ask = async (question: Question): Promise<Answer> => {
    this.#show({ kind: "question", question, field: newField(question) });
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#hear = resolve;
    const answer = await promise;
    this.#show({ kind: "nothing" });
    return answer;
  };

  readonly say = (line: string): void => {
    this.#screen.commit([oneLine(visible(line), this.#screen.terminal.columns)]);
    this.#show(this.#shown);
  };

  readonly wait = async <T>(text: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    const left = new AbortController();
    this.#hear = ({ kind }) => {
      if (kind !== "value") left.abort();
    };
    this.#show({ kind: "waiting", text });
    try {
      const result = await work(left.signal);
      return left.signal.aborted ? null : result;
    } catch (error) {
      if (left.signal.aborted) return null;
      throw error;
    } finally {
      this.#show({ kind: "nothing" });
    }
  };

  /** Gives the terminal back as it was. May be called twice. */
  readonly close = (): void => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#screen.stop();
  };

  #show(shown: Shown): void {
    this.#shown = shown;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#screen.start();
    }
    this.#screen.requestRender();
  }

  #lines(width: number): string[] {
    const shown = this.#shown;
    if (shown.kind === "nothing") return [];
    if (shown.kind === "waiting") return [this.#paint.dim(oneLine(shown.text, width))];
    const room = { width, rows: this.#screen.terminal.rows };
    return [...questionLines(shown.question, shown.field, room, this.#paint)];
  }

  #pressed(data: string): void {
    if (isKeyRelease(data)) return;
    const shown = this.#shown;
    const key = keyOf(data);
    if (key === null) return;
    if (shown.kind !== "question") {
      if (key === "stop" || key === "escape") this.#hear({ kind: "leave" });
      return;
    }
    const act = onFieldKey(shown.question, shown.field, key);
    if (act.kind === "answer") this.#hear(act.answer);
    else this.#show({ ...shown, field: act.field });
  }
}

const escape = String.fromCodePoint(27);
const pasted = new RegExp(`^${escape}\\[200~([\\s\\S]*)${escape}\\[201~$`);

function keyOf(data: string): FieldKey | null {
  const known = named.find(([id]) => matchesKey(data, id));
  if (known !== undefined) return known[1];
  const paste = pasted.exec(data)?.[1];
  if (paste !== undefined) return { typed: paste };
  return data.startsWith(escape) ? null : { typed: data };
}
