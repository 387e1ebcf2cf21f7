import { indexText } from "../../text/index-text.ts";

/** The words of a name or a sentence, in order: `readFile` and `read_file` are both "read" and "file". */
export function wordsOf(text: string): readonly string[] {
  const apart = text.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"); // `HTTPServer`
  return indexText(apart)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** A name without what separates its words: all spellings of it are one. */
export function squashed(name: string): string {
  return wordsOf(name).join("");
}
