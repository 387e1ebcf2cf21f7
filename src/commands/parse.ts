import { nearest } from "../text/nearest.ts";
import { cliPhrases } from "../text/phrases/cli.ts";
import { arityOf } from "./arity.ts";
import type { CommandSpec, FlagSpec, FlagValues } from "./command.ts";
import { valueProblem } from "./flag-value.ts";

export type Parsed =
  | {
      readonly kind: "command";
      /** From the root to the command that is meant. */
      readonly path: readonly CommandSpec[];
      readonly flags: FlagValues;
      readonly positionals: readonly string[];
    }
  | { readonly kind: "help"; readonly path: readonly CommandSpec[] }
  | { readonly kind: "version" }
  | Problem;

export type Problem = { readonly kind: "problem"; readonly message: string };

type Word = { readonly text: string; readonly claimedBy: string | null };

type Scan = {
  readonly left: string[];
  readonly path: [CommandSpec, ...CommandSpec[]];
  readonly flags: Map<string, string | true | readonly string[]>;
  words: readonly Word[];
  flagsEnded: boolean;
};

const helpFlag = "help";
const flagShape = /^--?[A-Za-z][^\s=]*(?:=[\s\S]*)?$/;

/** Reads the words after `hermes` against the tables. Nothing here loads what a command does. */
export function parse(root: CommandSpec, args: readonly string[]): Parsed {
  const scan: Scan = { left: [...args], path: [root], flags: new Map(), words: [], flagsEnded: false };
  for (let word = scan.left.shift(); word !== undefined; word = scan.left.shift()) {
    const message = take(word, scan);
    if (message !== null) return { kind: "problem", message };
  }
  return settle(scan);
}

/** The command line of a path, as a person types it. */
export function nameOf(path: readonly CommandSpec[]): string {
  return path.map((command) => command.name).join(" ");
}

/** Returns what is wrong with the word, or null. */
function take(word: string, scan: Scan): string | null {
  if (scan.flagsEnded || !isFlag(word) || isRest(word, scan)) return takeWord(word, scan);
  if (word === "--") {
    scan.flagsEnded = true;
    return null;
  }
  return word.startsWith("--") ? takeLong(word, scan) : takeCluster(word, scan);
}

function isRest(word: string, scan: Scan): boolean {
  return currentOf(scan).takesRest === true && word !== "--help";
}

function isFlag(word: string): boolean {
  return word === "--" || flagShape.test(word);
}

function takeWord(text: string, scan: Scan): string | null {
  const current = currentOf(scan);
  const mayBeCommand = current.subcommands.length > 0 && !scan.flagsEnded && !scan.words.some(isOwn);
  if (!mayBeCommand) {
    scan.words = [...scan.words, { text, claimedBy: null }];
    return null;
  }
  if (text === helpFlag && childOf(current, text) === undefined) {
    scan.flags.set(helpFlag, true); // "hermes help run", which other programs understand too
    return null;
  }
  const child = childOf(current, text) ?? current.stranger?.(text, unknownCommand(text, scan));
  if (child === undefined) return unknownCommand(text, scan);
  scan.path.push(child);
  return null;
}

function isOwn(word: Word): boolean {
  return word.claimedBy === null;
}

function takeLong(word: string, scan: Scan): string | null {
  const equals = word.indexOf("=");
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const flag = visibleFlags(scan).find((candidate) => candidate.name === name);
  if (flag === undefined) return unknownFlag(`--${name}`, scan);
  return takeFlag(flag, equals === -1 ? null : word.slice(equals + 1), `--${name}`, scan);
}

/** `-Qv`, `-mMODEL`, `-m=MODEL`: switches until one takes the rest as its value. */
function takeCluster(word: string, scan: Scan): string | null {
  for (let index = 1; index < word.length; index++) {
    const letter = word.charAt(index);
    const flag = visibleFlags(scan).find((candidate) => candidate.short === letter);
    if (flag === undefined) return unknownFlag(`-${letter}`, scan);
    const rest = word.slice(index + 1);
    const attached = rest === "" || (flag.kind === "boolean" && !rest.startsWith("=")) ? null : rest.replace(/^=/, "");
    const message = takeFlag(flag, attached, `-${letter}`, scan);
    if (message !== null || attached !== null) return message;
  }
  return null;
}

function takeFlag(flag: FlagSpec, attached: string | null, shown: string, scan: Scan): string | null {
  if (flag.kind === "boolean") {
    if (attached !== null) return cliPhrases.flagTakesNoValue(shown);
    scan.flags.set(flag.name, true);
    return null;
  }
  const value = attached ?? detachedValue(flag, scan);
  if (value === null && flag.kind === "optional-value") {
    scan.flags.set(flag.name, true);
    return null;
  }
  if (value === null || value === "") return cliPhrases.flagNeedsValue(shown);
  return valueProblem(flag, value, shown) ?? keep(flag, value, scan);
}

function detachedValue(flag: FlagSpec, scan: Scan): string | null {
  const next = scan.left[0];
  if (next === undefined || isFlag(next)) return null;
  if (flag.yields !== true) return scan.left.shift() ?? null;
  if (childOf(currentOf(scan), next) !== undefined) return null;
  scan.left.shift();
  scan.words = [...scan.words, { text: next, claimedBy: flag.name }]; // whose it is shows when all words are known
  return null;
}

function keep(flag: FlagSpec, value: string, scan: Scan): string | null {
  if (flag.becomes !== undefined) {
    const child = childOf(currentOf(scan), flag.becomes);
    if (child !== undefined) scan.path.push(child);
    scan.words = [...scan.words, { text: value, claimedBy: null }];
    return null;
  }
  const earlier = scan.flags.get(flag.name);
  const list = typeof earlier === "object" ? earlier : [];
  scan.flags.set(flag.name, flag.kind === "repeatable" ? [...list, value] : value);
  return null;
}

/** Flags of the path, and before a subcommand is named those of the one that is meant without a name. */
function visibleFlags(scan: Scan): readonly FlagSpec[] {
  const atRoot = scan.path.length === 1;
  const standIn = defaultOf(currentOf(scan));
  const own = scan.path.flatMap((command) => command.flags);
  return [...own, ...(standIn?.flags ?? [])].filter((flag) => atRoot || flag.becomes === undefined);
}

function defaultOf(command: CommandSpec): CommandSpec | undefined {
  return command.defaultCommand === undefined ? undefined : childOf(command, command.defaultCommand);
}

function settle(scan: Scan): Parsed {
  if (scan.flags.has(helpFlag)) return { kind: "help", path: scan.path };
  if (scan.flags.has("version")) return { kind: "version" };
  const standIn = defaultOf(currentOf(scan));
  if (standIn !== undefined) scan.path.push(standIn);
  const message = misplacedFlag(scan) ?? wrongCount(scan, shareClaims(scan));
  if (message !== null) return { kind: "problem", message };
  const positionals = scan.words.map((word) => word.text);
  return { kind: "command", path: scan.path, flags: Object.fromEntries(scan.flags), positionals };
}

/** A flag given before its subcommand was known may turn out not to be one of that subcommand's. */
function misplacedFlag(scan: Scan): string | null {
  const known = new Set(visibleFlags(scan).map((flag) => flag.name));
  const stray = [...scan.flags.keys()].find((name) => !known.has(name));
  return stray === undefined ? null : unknownFlag(`--${stray}`, scan);
}

/** Words beyond what the command takes go to the flags that laid a claim on them. Returns the words still too many. */
function shareClaims(scan: Scan): number {
  let surplus = scan.words.length - arityOf(currentOf(scan)).most;
  scan.words = scan.words.filter((word) => {
    if (surplus <= 0 || word.claimedBy === null) return true;
    scan.flags.set(word.claimedBy, word.text);
    surplus -= 1;
    return false;
  });
  return surplus;
}

function wrongCount(scan: Scan, surplus: number): string | null {
  const command = currentOf(scan);
  const under = nameOf(scan.path);
  if (command.load === null) return cliPhrases.commandMissing(under, namesOf(command));
  if (surplus > 0) return cliPhrases.tooManyArguments(under, command.usage);
  if (scan.words.length < arityOf(command).least) return cliPhrases.missingArgument(under, command.usage);
  return strangeChoice(scan);
}

function strangeChoice(scan: Scan): string | null {
  const { choices } = currentOf(scan);
  const word = scan.words[0]?.text;
  if (choices === undefined || word === undefined || choices.includes(word)) return null;
  return cliPhrases.unknownChoice(shorten(word), nameOf(scan.path), nearest(word, choices), choices);
}

function unknownCommand(text: string, scan: Scan): string {
  const known = namesOf(currentOf(scan));
  return cliPhrases.unknownCommand(shorten(text), nameOf(scan.path), nearest(text, known), known);
}

/** Names the flag and never its value, which may be a secret. */
function unknownFlag(shown: string, scan: Scan): string {
  const near = shown.startsWith("--")
    ? nearest(
        shown.slice(2),
        visibleFlags(scan).map((flag) => flag.name),
      )
    : null;
  return cliPhrases.unknownFlag(shorten(shown), nameOf(scan.path), near === null ? null : `--${near}`);
}

function shorten(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "?");
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

function currentOf(scan: Scan): CommandSpec {
  return scan.path.at(-1) ?? scan.path[0];
}

function childOf(command: CommandSpec, name: string): CommandSpec | undefined {
  return command.subcommands.find((child) => child.name === name);
}

function namesOf(command: CommandSpec): readonly string[] {
  return command.subcommands.map((child) => child.name);
}
