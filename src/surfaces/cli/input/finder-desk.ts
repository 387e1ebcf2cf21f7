import { decodeKittyPrintable, type Editor, type KeyId, matchesKey } from "@earendil-works/pi-tui";
import type { SlashCommand } from "../../../commands/slash/slash-command.ts";
import type { Paint } from "../theme/paint.ts";
import { type Finder, type FinderKey, openFinder, pressInFinder } from "./finder.ts";
import { finderLines } from "./finder-lines.ts";
import { pastedText } from "./pasted-text.ts";

const named = [
  ["up", "newer"],
  ["down", "older"],
  ["ctrl+r", "older"],
  ["ctrl+s", "newer"],
  ["ctrl+p", "newer"],
  ["ctrl+n", "older"],
  ["enter", "take"],
  ["tab", "take"],
  ["escape", "leave"],
  ["ctrl+g", "leave"],
  ["backspace", "erase"],
  ["ctrl+u", "clear"],
] as const satisfies readonly (readonly [KeyId, FinderKey])[];

/** The list that is open above the line, if one is. While it is, all keys are its own. */
export class FinderDesk {
  readonly #editor: Editor;
  #finder: Finder | null = null;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  get isOpen(): boolean {
    return this.#finder !== null;
  }

  /** The newest first. */
  searchHistory(entries: readonly string[]): void {
    this.#finder = openFinder(
      "history",
      entries.toReversed().map((text) => ({ text, about: "" })),
    );
  }

  openPalette(commands: readonly SlashCommand[]): void {
    const entries = commands.map(({ name, usage, summary }) => ({
      text: `/${name}${usage === "" ? "" : " "}`,
      about: usage === "" ? summary : `${usage}  ${summary}`,
    }));
    this.#finder = openFinder("palette", entries);
  }

  close(): void {
    this.#finder = null;
  }

  /** True: the key was taken. */
  takes(data: string): boolean {
    if (this.#finder === null) return false;
    const key = keyOf(data);
    if (key === null) return true;
    const { kind } = this.#finder;
    const step = pressInFinder(this.#finder, key);
    this.#finder = step.kind === "open" ? step.finder : null;
    if (step.kind === "taken") this.#take(kind, step.text);
    return true;
  }

  /** A command goes in front of what is being written, an earlier message takes its place. */
  #take(kind: Finder["kind"], text: string): void {
    this.#editor.setText(kind === "palette" ? text + this.#editor.getExpandedText() : text);
  }

  lines(width: number, paint: Paint): readonly string[] {
    return this.#finder === null ? [] : finderLines(this.#finder, width, paint);
  }
}

function keyOf(data: string): FinderKey | null {
  const special = named.find(([key]) => matchesKey(data, key));
  if (special !== undefined) return special[1];
  const pasted = pastedText(data);
  if (pasted !== null) return { text: pasted.replaceAll(/\s+/g, " ").trim() };
  const text = decodeKittyPrintable(data) ?? (/^\p{Cc}/u.test(data) ? undefined : data);
  return text === undefined ? null : { text };
}
