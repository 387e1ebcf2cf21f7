import { isShell } from "../../shell/payloads.ts";
import { operandsOf, valuesOf, type Call } from "./rule.ts";

/** Flags by which a language takes code from its words, and those whose values are no script. */
type Interpreter = { readonly code: RegExp; readonly values?: string; readonly reads?: false };

const python: Interpreter = { code: /^-[A-Za-z]*c$/, values: "WXm" };
const node: Interpreter = { code: /^(?:-[a-z]*[ep]|--eval|--print|--eval=.*|--print=.*)$/, values: "rC" };
const oneLiner: Interpreter = { code: /^-[A-Za-z0-9]*[eE]/, values: "IMmr" };

const languages: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["python", python],
  ["pypy", python],
  ["node", node],
  ["nodejs", node],
  ["tsx", node],
  ["ts-node", node],
  ["bun", { code: /^(?:-e|--eval|-p|--print)$/, reads: false }],
  ["deno", { code: /^eval$/, reads: false }],
  ["perl", oneLiner],
  ["ruby", oneLiner],
  ["php", { code: /^-[rBRE]$/ }],
  ["lua", { code: /^-e/ }],
  ["luajit", { code: /^-e/ }],
  ["rscript", { code: /^-e$/ }],
  ["r", { code: /^-e$/ }],
  ["osascript", { code: /^-e$/ }],
  ["julia", { code: /^-[eE]$/ }],
  ["groovy", { code: /^-e$/ }],
  ["scala", { code: /^-e$/ }],
  ["elixir", { code: /^(?:-e|--eval)$/ }],
  ["erl", { code: /^-eval$/, reads: false }],
  ["ghci", { code: /^-e$/ }],
  ["guile", { code: /^-c$/ }],
  ["sbcl", { code: /^--eval$/ }],
  ["emacs", { code: /^--eval$/, reads: false }],
  ["tclsh", { code: /^$/ }],
  ["expect", { code: /^-c$/ }],
  ["irb", { code: /^$/ }],
  ["jshell", { code: /^$/ }],
  ["psysh", { code: /^$/ }],
]);

/** `python3.12` is python. */
function languageOf(program: string): Interpreter | undefined {
  return languages.get(program) ?? languages.get(program.replace(/[\d.]+$/, ""));
}

export function isInterpreter(program: string): boolean {
  return isShell(program) || languageOf(program) !== undefined;
}

/** Code among the words. A shell's own is not meant: that was read like the rest. */
export function hasInlineCode({ program, args }: Call): boolean {
  const language = languageOf(program);
  if (language === undefined) return false;
  const script = args.findIndex((arg) => !arg.startsWith("-") && arg !== "eval");
  return args.slice(0, script === -1 ? undefined : script + 1).some((arg) => language.code.test(arg));
}

/** The file it is told to run, or the flag that says what else; null when it would read its input instead. */
export function scriptOf({ program, args }: Call): string | null {
  const values = isShell(program) ? "oO" : (languageOf(program)?.values ?? "");
  const input = isShell(program) ? /^-(?:[a-z]*s)?$/ : /^-$/;
  const first = args.findIndex((arg, at) => {
    const isValue = /^-[A-Za-z]$/.test(args[at - 1] ?? "") && values.includes(args[at - 1]?.slice(1) ?? "");
    return input.test(arg) || /^(?:-m|--version|--)$/.test(arg) || (!/^[-+]/.test(arg) && !isValue);
  });
  const found = args[first];
  if (found === undefined || input.test(found)) return null;
  return found === "--" ? (args[first + 1] ?? null) : found;
}

/** It would run what comes through its standard input. */
export function readsCode(call: Call): boolean {
  if (!isInterpreter(call.program) || languageOf(call.program)?.reads === false) return false;
  if (hasInlineCode(call) || valuesOf(call.args, null, ["command"]).length > 0) return false;
  if (isShell(call.program) && call.args.some((arg) => /^-[a-zA-Z]*c$/i.test(arg))) return false;
  const script = scriptOf(call);
  return script === null || script === "/dev/stdin" || script === "/dev/fd/0" || script === "-";
}

/** `xargs sh -c`: the code comes with the words that xargs reads. */
export function awaitsCode({ program, args, under }: Call): boolean {
  if (!isInterpreter(program) || !under.includes("xargs")) return false;
  const code = args[args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) + 1] ?? "";
  return /^-[a-z]*c$/.test(args.at(-1) ?? "") || /^["']?\{\}/.test(code);
}

/** `source x`, `. x` */
export function sourcedFile({ program, args }: Call): string | null {
  return program === "source" || program === "." ? (operandsOf(args)[0] ?? null) : null;
}
