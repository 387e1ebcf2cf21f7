import type { Paint } from "../theme/paint.ts";
import { paintedCode } from "./painted-code.ts";

/** The lines of a code block, in colours or not. */
export type Highlight = (code: string, language?: string) => string[];

type Marked = (code: string, language: string) => string | null;

const mostChars = 50_000; // beyond that nobody reads colours, and the grammar takes its time

export const plainCode: Highlight = (code) => code.split("\n");

/** Colours for code. The grammars are loaded when the first code block comes, not before. */
export class Highlighter {
  #marked: Marked | null = null;
  #loading: Promise<void> | null = null;

  get isReady(): boolean {
    return this.#marked !== null;
  }

  load(): Promise<void> {
    this.#loading ??= import("./languages.mjs").then(({ marked }) => void (this.#marked = marked));
    return this.#loading;
  }

  /** Before the grammars are there, and for languages without one, the code as it is. */
  with(paint: Paint): Highlight {
    return (code, language = "") => {
      const name = /^[\w+#-]+/.exec(language)?.[0] ?? "";
      const html = name === "" || code.length > mostChars ? null : (this.#marked?.(code, name) ?? null);
      return html === null ? plainCode(code) : paintedCode(html, paint);
    };
  }
}
