import {
  type AutocompleteProvider,
  type AutocompleteSuggestions,
  CombinedAutocompleteProvider,
} from "@earendil-works/pi-tui";
import type { Chat } from "../chat.ts";
import { commandsOf } from "../commands-of.ts";
import { referenceAt, referenceItems } from "./reference-items.ts";
import type { SkillName } from "./skill-names.ts";
import { WorkspaceFiles } from "./workspace-files.ts";

type Options = Parameters<AutocompleteProvider["getSuggestions"]>[3];

/** What the line could go on with: commands and their values, references, paths. It never blocks a key. */
export class Completion implements AutocompleteProvider {
  readonly #chat: Chat;
  readonly #files: WorkspaceFiles;
  #skills: readonly SkillName[] | null = null; // asked for with the first slash

  constructor(chat: Chat) {
    const { listFiles, clock } = chat.world;
    this.#chat = chat;
    this.#files = new WorkspaceFiles(listFiles, clock, chat.signal);
  }

  async getSuggestions(
    lines: string[],
    line: number,
    col: number,
    options: Options,
  ): Promise<AutocompleteSuggestions | null> {
    const before = (lines[line] ?? "").slice(0, col);
    const reference = referenceAt(before);
    if (/^\/[\w-]*$/.test(before)) await this.#learnSkills();
    if (reference === null) return this.#plain(lines, line, col, options);
    const items = referenceItems(reference, await this.#files.in(this.#chat.session.info.cwd));
    return items.length === 0 ? null : { items: [...items], prefix: reference };
  }

  /** Tab behind a command's name means its values, and paths only where there are none. */
  async #plain(...[lines, line, col, options]: Parameters<AutocompleteProvider["getSuggestions"]>) {
    const library = this.#library();
    const isArgument = /^\/\S+ /.test(lines[line] ?? "");
    const values = isArgument ? await library.getSuggestions(lines, line, col, { ...options, force: false }) : null;
    return values ?? library.getSuggestions(lines, line, col, options);
  }

  readonly applyCompletion = (...given: Parameters<AutocompleteProvider["applyCompletion"]>) => {
    const [lines, line, col, item, prefix] = given;
    if (!prefix.startsWith("@")) return this.#library().applyCompletion(...given);
    const text = lines[line] ?? "";
    const isOpen = /[:/]$/.test(item.value); // more is to be typed
    const before = `${text.slice(0, col - prefix.length)}${item.value}${isOpen ? "" : " "}`;
    const after = text.slice(col).replace(/^"/, item.value.endsWith('"') ? "" : '"');
    return {
      lines: lines.map((each, index) => (index === line ? before + after : each)),
      cursorLine: line,
      cursorCol: before.length,
    };
  };

  shouldTriggerFileCompletion(lines: string[], line: number, col: number): boolean {
    return this.#library().shouldTriggerFileCompletion(lines, line, col);
  }

  async #learnSkills(): Promise<void> {
    if (this.#skills !== null) return;
    const { skillNames } = await import("./skill-names.ts");
    this.#skills = await skillNames(this.#chat);
  }

  /** The library's own completion of commands and paths, from where the shell stands now. */
  #library(): CombinedAutocompleteProvider {
    const commands = commandsOf(this.#chat).map((command) => ({
      name: command.name,
      description: command.summary,
      ...(command.usage === "" ? {} : { argumentHint: command.usage }),
      getArgumentCompletions: async (typed: string) => {
        const { argumentItems } = await import("./argument-items.ts");
        return [...(await argumentItems(command, typed, this.#chat))];
      },
    }));
    return new CombinedAutocompleteProvider([...commands, ...(this.#skills ?? [])], this.#chat.shell.cwd(), null);
  }
}
