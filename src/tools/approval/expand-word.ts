import { globSync } from "node:fs";
import { join } from "node:path";
import type { Word, WordPart } from "unbash";
import { literalOf } from "../shell/parse-shell.ts";

const mostFiles = 1_000;

/** The words the shell will make of a word, when that can be known before it runs; null otherwise. */
export function expandWord(word: Word, cwds: readonly string[], userHome: string): readonly string[] | null {
  const literal = literalOf(word);
  if (literal !== null) return word.text.startsWith("~") ? homePath(literal, userHome) : [literal];
  return (word.parts ?? []).every(isSimpleGlobPart) && !word.text.startsWith("~") ? matches(word.value, cwds) : null;
}

function homePath(text: string, userHome: string): readonly string[] | null {
  if (text === "~") return [userHome];
  return text.startsWith("~/") ? [join(userHome, text.slice(2))] : null; // another person's home
}

function isSimpleGlobPart(part: WordPart): boolean {
  return part.type === "Literal" || (part.type === "Glob" && part.kind !== "bracket");
}

/** A pattern without matches stands for itself. */
function matches(pattern: string, cwds: readonly string[]): readonly string[] | null {
  const found = cwds.flatMap((cwd) => globSync(pattern, { cwd }));
  return found.length > mostFiles ? null : [pattern, ...found];
}
