import { stripVTControlCharacters } from "node:util";

const invisible = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;

/** A command line as it may be read by a shell, a person or a careless filter: what must be safe is safe in each form. */
export function readings(command: string): readonly string[] {
  const plain = stripVTControlCharacters(command.replaceAll("\0", "")).normalize("NFKC").replaceAll(invisible, "");
  const spaced = plain.replaceAll(/\$IFS\b|\$\{IFS[^}]*\}/g, " ");
  return [...new Set([command, plain, spaced])];
}
