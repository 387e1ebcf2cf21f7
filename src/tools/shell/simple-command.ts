/** A command whose output another one gets, and that output where the text itself tells it. */
export type Source = { readonly words: readonly string[]; readonly prints: string | null };

/** A word as a program will get it. Expansions whose value is not known from the same text stand as they were written. */
export type ShellWord = {
  readonly text: string;
  /** Nothing in it is left to be expanded. */
  readonly literal: boolean;
  /** Commands whose output becomes part of it, or whose output it names: `$(…)`, `<(…)`. */
  readonly from: readonly Source[];
};

/** A command that a line will run. */
export type SimpleCommand = {
  readonly argv: readonly ShellWord[];
  /** The texts of argv: the program and its arguments. */
  readonly words: readonly string[];
  readonly writesTo: readonly string[];
  readonly readsFrom: readonly string[];
  /** Variables set for this command only, as `NAME=value`. */
  readonly settings: readonly string[];
  /** Here-documents and here-strings. */
  readonly hereTexts: readonly string[];
  /** Whatever writes to its standard input, the nearest last. */
  readonly inputs: readonly Source[];
  /** Programs that run it, the outermost first: `sudo`, `xargs`, `find`. */
  readonly under: readonly string[];
  /** It runs in a container or on another machine: the paths are not ours. */
  readonly elsewhere: boolean;
};

type Parts = Partial<Omit<SimpleCommand, "words">> & Pick<SimpleCommand, "argv">;

export function simpleCommand(parts: Parts): SimpleCommand {
  const none = { writesTo: [], readsFrom: [], settings: [], hereTexts: [], inputs: [], under: [], elsewhere: false };
  return { ...none, ...parts, words: parts.argv.map(({ text }) => text) };
}

/** `/usr/bin/rm`, `RM.EXE` and `rm` are one program. */
export function programOf(name: string | undefined): string {
  const base = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  return base.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");
}
