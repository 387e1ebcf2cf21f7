import type { SyntaxNode } from "unbash";
import { absolutePath, readVerdict, type PathRules } from "../../safety/paths.ts";
import { readings } from "../shell/normalise.ts";
import { argumentsOf, literalOf, parseShell } from "../shell/parse-shell.ts";
import { simpleCommands } from "../shell/simple-commands.ts";
import { isFullyCovered } from "../shell/uncovered.ts";

const reinterprets = /^(?:-[a-zA-Z]*[ce]|--eval|--command|--exec|eval|-exec|-execdir)$/;

/** The first of the person's globs that allows this command: it must be one simple command, and all of it must match. */
export async function allowedBy(
  command: string,
  cwd: string,
  globs: readonly string[],
  paths: PathRules,
): Promise<string | null> {
  const words = globs.length === 0 ? null : await simpleWords(command);
  if (words === null) return null;
  const text = words.join(" ");
  const exact = globs.find((glob) => glob === text || glob === command.trim());
  if (exact !== undefined) return exact;
  if (words.some((word) => reinterprets.test(word) || namesSecret(word, cwd, paths))) return null; // a `*` does not stand for these
  return globs.find((glob) => wholeGlob(glob).test(text)) ?? null;
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
