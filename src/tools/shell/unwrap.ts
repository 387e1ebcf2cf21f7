import { inputText } from "./known-output.ts";
import { programOf, simpleCommand, type ShellWord, type SimpleCommand } from "./simple-command.ts";
import { wrapperOf, type Wrapper } from "./wrappers.ts";

const mostLayers = 12;
const mostInner = 32;

/** The command and, layer by layer, what it runs. Null: more than anybody needs. */
export function unwrapped(command: SimpleCommand, layers = 0): readonly SimpleCommand[] | null {
  const inner = [...wrappedIn(command), ...behindFlag(command)].filter((argv) => argv.length > 0);
  if ((inner.length > 0 && layers >= mostLayers) || inner.length > mostInner) return null;
  const found: SimpleCommand[] = [command];
  for (const argv of inner) {
    const deeper = unwrapped(innerCommand(command, argv), layers + 1);
    if (deeper === null) return null;
    found.push(...deeper);
  }
  return found;
}

function innerCommand(outer: SimpleCommand, argv: readonly ShellWord[]): SimpleCommand {
  const program = programOf(outer.words[0]);
  return simpleCommand({
    argv,
    settings: outer.settings,
    hereTexts: outer.hereTexts,
    readsFrom: outer.readsFrom,
    inputs: outer.inputs,
    under: [...outer.under, program],
    elsewhere: outer.elsewhere || wrapperOf(program)?.elsewhere === true,
  });
}

function wrappedIn(command: SimpleCommand): readonly (readonly ShellWord[])[] {
  const [name, ...args] = command.argv;
  const program = programOf(name?.text);
  const wrapper = wrapperOf(program);
  if (wrapper === undefined || wrapper.unless?.includes(args[0]?.text ?? "") === true) return [];
  const start = commandStart(args, wrapper);
  if (start === null) return [];
  const rest = args.slice(start);
  if (program === "xargs") return [[...rest, ...wordsInto(command)]];
  if (program !== "parallel") return [rest];
  const end = rest.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
  return [end === -1 ? rest : rest.slice(0, end)];
}

/** `echo / | xargs rm -r` */
function wordsInto(command: SimpleCommand): readonly ShellWord[] {
  const words = inputText(command)?.split(/[\s\0]+/) ?? [];
  return words.filter((text) => text !== "").map((text) => ({ text, literal: true, from: [] }));
}

/** Where the words of the inner command begin. */
function commandStart(args: readonly ShellWord[], wrapper: Wrapper): number | null {
  const entry = wrapper.after === undefined ? 0 : entryOf(args, wrapper, wrapper.after);
  if (entry === null) return null;
  let own = wrapper.own ?? 0;
  let at = entry;
  for (let arg = args[at]?.text; arg !== undefined; arg = args[at]?.text) {
    if (arg === "--") return at + 1 + own + assignments(args.slice(at + 1));
    if (!/^-|^\w+=/.test(arg)) {
      if (own === 0) return at;
      own -= 1;
      at += 1;
    } else at += 1 + valuesOf(arg, wrapper);
  }
  return null;
}

const inBetween = new Set(["compose", "container", "develop", "shell", "tool"]);

/** `env -- A=1 ls` */
function assignments(args: readonly ShellWord[]): number {
  const first = args.findIndex(({ text }) => !/^\w+=/.test(text));
  return first === -1 ? 0 : first;
}

/** Behind `exec` in `docker compose exec`, but not behind the `run` of `docker ps run`. */
function entryOf(args: readonly ShellWord[], wrapper: Wrapper, after: readonly string[]): number | null {
  let at = 0;
  for (let arg = args[at]?.text; arg !== undefined; arg = args[at]?.text) {
    if (after.includes(arg)) return at + 1;
    if (!arg.startsWith("-") && !inBetween.has(arg)) return null;
    at += 1 + valuesOf(arg, wrapper);
  }
  return null;
}

/** How many words behind a flag belong to it. */
function valuesOf(arg: string, { values = "", longs = [], pairs = [] }: Wrapper): number {
  if (/^-[A-Za-z]$/.test(arg)) return values.includes(arg.slice(1)) ? 1 : 0;
  if (!arg.startsWith("--")) return 0;
  return pairs.includes(arg.slice(2)) ? 2 : Number(longs.includes(arg.slice(2)));
}

const ends = new Set([";", "+", "\\;"]);
const commandFlags: ReadonlyMap<string, RegExp> = new Map([
  ["find", /^-(?:exec|execdir|ok|okdir)$/],
  ["gfind", /^-(?:exec|execdir|ok|okdir)$/],
  ["fd", /^(?:-x|-X|--exec|--exec-batch)$/],
  ["fdfind", /^(?:-x|-X|--exec|--exec-batch)$/],
  ["git", /^run$/],
  ["gdb", /^-{1,2}args$/],
  ["lldb", /^--$/],
  ["cmd", /^\/[ck]$/i],
]);

/** `find … -exec command … ;`, `git bisect run command …`, `cmd /c command …` */
function behindFlag({ argv: [name, ...args] }: SimpleCommand): readonly (readonly ShellWord[])[] {
  const program = programOf(name?.text);
  const flag = commandFlags.get(program);
  if (flag === undefined || (program === "git" && args[0]?.text !== "bisect")) return [];
  const starts = args.flatMap(({ text }, index) => (flag.test(text) ? [index] : []));
  return starts.slice(0, mostInner + 1).map((index) => {
    const end = args.findIndex((word, at) => at > index && ends.has(word.text));
    return args.slice(index + 1, end === -1 ? undefined : end);
  });
}
