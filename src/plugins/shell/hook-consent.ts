import { createHash } from "node:crypto";
import { isAbsolute, join, resolve } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Consents } from "../consents.ts";
import type { ShellHook } from "./shell-hook.ts";

export type HookPlace = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const longest = 16_777_216; // bytes

/** What was agreed to: the moment, the command and the bytes of every file it names. An edited script is another one. */
function consentKey({ event, command, env }: ShellHook, place: HookPlace): string {
  const files = filesIn(command, place).map((path) => [path, digestOf(path)]);
  return createHash("sha256").update(canonicalJson({ event, command, env, files })).digest("hex");
}

export function isAgreed(hook: ShellHook, place: HookPlace, { hooks }: Consents): boolean {
  return Object.hasOwn(hooks, consentKey(hook, place));
}

/** This command was agreed to once, for this moment, and it or one of its files is another now. */
export function isChanged(hook: ShellHook, place: HookPlace, consents: Consents): boolean {
  const known = Object.values(consents.hooks).some(
    ({ event, command }) => event === hook.event && command === hook.command,
  );
  return known && !isAgreed(hook, place, consents);
}

export function withHook(hook: ShellHook, place: HookPlace, consents: Consents): Consents {
  const { event, command } = hook;
  const others = withoutHook(hook, consents).hooks; // what it was before is no longer agreed to
  return { ...consents, hooks: { ...others, [consentKey(hook, place)]: { event, command } } };
}

export function withoutHook({ event, command }: { event: string; command: string }, consents: Consents): Consents {
  const kept = Object.entries(consents.hooks).filter(([, known]) => known.event !== event || known.command !== command);
  return { ...consents, hooks: Object.fromEntries(kept) };
}

/**
 * Every word of the command that is a file, quotes and shell signs taken off. Too many rather than too few; what a command
 * only writes to is left out, for it changes with every run.
 */
export function filesIn(command: string, { cwd, env }: HookPlace): readonly string[] {
  const paths = wordsOf(command).map((word) => pathOf(word, { cwd, env }));
  return [...new Set(paths.filter((path) => digestOf(path) !== null))].toSorted();
}

export function wordsOf(command: string): readonly string[] {
  const named = command.replaceAll(/\$\{(\w+)\}/g, "$$$1"); // braces would cut the path in two
  const reading = named.replaceAll(/\d?>{1,2}\s*[^\s;|&]+/g, " ");
  return reading.split(/[\s"'`;|&()<>{}=,]+/).filter((word) => word !== "");
}

export function pathOf(word: string, { cwd, env }: HookPlace): string {
  const filled = word.replaceAll(/\$\{?(\w+)\}?/g, (whole, name: string) => env[name] ?? whole);
  if (filled === "~" || filled.startsWith("~/")) return join(env["HOME"] ?? "~", filled.slice(1));
  return isAbsolute(filled) ? resolve(filled) : resolve(cwd, filled);
}

function digestOf(path: string): string | null {
  try {
    const read = readBounded(path, longest);
    return read.kind === "read" ? createHash("sha256").update(read.bytes).digest("hex") : null;
  } catch {
    return null; // not ours to read: then it is not ours to run either
  }
}
