import type { SyntaxNode } from "unbash";
import { absolutePath, readVerdict, type PathRules } from "../../safety/paths.ts";
import { readings } from "../shell/normalise.ts";
import { argumentsOf, literalOf, parseShell } from "../shell/parse-shell.ts";
import { simpleCommands } from "../shell/simple-commands.ts";
import { isFullyCovered } from "../shell/uncovered.ts";

const reinterprets = /^(?:-[a-zA-Z]*[ce]|--eval|--command|--exec|eval|-exec|-execdir)$/;

export type Match = { readonly entry: string; readonly exact: boolean };

/**
 * The person's entries that speak of this command: exactly its text, or a glob. Globs speak of one simple command,
 * all of which must match; text that is run in another way, and secret files, are never meant by a `*`.
 */
export async function matchingEntries(
  command: string,
  cwd: string,
  entries: readonly string[],
  paths: PathRules,
): Promise<readonly Match[]> {
  if (entries.length === 0) return [];
  const words = await simpleWords(command);
  const text = words?.join(" ") ?? null;
  const isExact = (entry: string): boolean => !entry.includes("*") && (entry === command.trim() || entry === text);
  const openToGlobs = words !== null && !words.some((word) => reinterprets.test(word) || namesSecret(word, cwd, paths));
  return entries.flatMap((entry): readonly Match[] => {
    if (isExact(entry)) return [{ entry, exact: true }];
    return openToGlobs && text !== null && wholeGlob(entry).test(text) ? [{ entry, exact: false }] : [];
  });
}

/** The first glob that forbids the line, or any command in it. */
export async function forbiddenBy(command: string, globs: readonly string[]): Promise<string | null> {
  if (globs.length === 0) return null;
  const texts = await Promise.all(
    readings(command).map(async (text) => [
      text,
      ...((await simpleCommands(text)) ?? []).map(({ words }) => words.join(" ")),
    ]),
  );
  const lower = texts.flat().map((text) => text.toLowerCase());
  return globs.find((glob) => lower.some((text) => wholeGlob(glob.toLowerCase()).test(text))) ?? null;
}

/** The words of a line that is nothing but one command with plain arguments; null for everything else. */
async function simpleWords(command: string): Promise<readonly string[] | null> {
  const [only, ...others] = readings(command);
  const script = only === undefined || others.length > 0 ? null : await parseShell(only);
  if (script?.kind !== "parsed") return null;
  const [root] = script.nodes;
  if (root?.type !== "Script" || root.commands.length !== 1 || !isFullyCovered(root, script.text)) return null;
  return wordsOf(root.commands[0]);
}

function wordsOf(statement: SyntaxNode | undefined): readonly string[] | null {
  const command = statement?.type === "Statement" && statement.background !== true ? statement.command : undefined;
  if (command?.type !== "Command" || command.prefix.length > 0 || command.redirects.length > 0) return null;
  const words = [literalOf(command.name), ...argumentsOf(command).map(literalOf)];
  if (command.args.length !== words.length - 1) return null;
  const known = words.filter((word) => word !== null);
  return known.length === words.length ? known : null;
}

function namesSecret(word: string, cwd: string, paths: PathRules): boolean {
  return [word, word.slice(word.indexOf("=") + 1)].some(
    (part) => part !== "" && readVerdict(absolutePath(part, cwd, paths.userHome), paths).kind === "denied",
  );
}

function wholeGlob(glob: string): RegExp {
  const body = glob
    .split("*")
    .map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`))
    .join(".*");
  return new RegExp(`^${body}$`, "s");
}
