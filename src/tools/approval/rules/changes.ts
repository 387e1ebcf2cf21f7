import { basename, join } from "node:path";
import { hasFlag, operandsOf, valuesOf, type Call } from "./rule.ts";

/** A file that a command changes: gone afterwards, or with another content if it is there already. */
export type Change = { readonly path: string; readonly how: "removed" | "overwritten" };

type Changes = (args: readonly string[]) => readonly Change[];

const removed = (paths: readonly string[]): readonly Change[] => paths.map((path) => ({ path, how: "removed" }));
const overwritten = (paths: readonly string[]): readonly Change[] =>
  paths.map((path) => ({ path, how: "overwritten" }));

const every: Changes = (args) => overwritten(operandsOf(args));
const inPlace =
  (flag: RegExp): Changes =>
  (args) =>
    args.some((arg) => flag.test(arg)) ? overwritten(operandsOf(args)) : [];
const output =
  (short: string | null, longs: readonly string[]): Changes =>
  (args) =>
    overwritten(valuesOf(args, short, longs));

const programs: ReadonlyMap<string, Changes> = new Map<string, Changes>([
  ["rm", (args) => removed(operandsOf(args))],
  ["unlink", (args) => removed(operandsOf(args))],
  ["shred", (args) => removed(operandsOf(args))],
  ["del", (args) => removed(operandsOf(args).filter((arg) => !/^\/\w$/.test(arg)))],
  ["remove-item", (args) => removed(operandsOf(args))],
  ["rimraf", (args) => removed(operandsOf(args))],
  ["trash", (args) => removed(operandsOf(args))],
  ["mv", (args) => [...removed(operandsOf(args)), ...destination(args)]],
  ["move-item", (args) => removed(operandsOf(args))],
  ["cp", destination],
  ["install", (args) => (hasFlag(args, "d", ["directory"]) ? [] : destination(args))],
  ["ln", (args) => (hasFlag(args, "f", ["force"]) ? destination(args) : overwritten(operandsOf(args).slice(-1)))],
  ["rsync", destination],
  ["scp", destination],
  ["copy-item", destination],
  ["tee", every],
  ["ed", every],
  ["ex", every],
  ["truncate", every],
  ["set-content", every],
  ["add-content", every],
  ["out-file", every],
  ["sponge", every],
  ["sed", inPlace(/^-[a-zA-Z]*i|^--in-place/)],
  ["gsed", inPlace(/^-[a-zA-Z]*i|^--in-place/)],
  ["perl", inPlace(/^-[a-zA-Z0-9]*i/)],
  ["ruby", inPlace(/^-[a-zA-Z0-9]*i/)],
  ["sd", every],
  ["gawk", inPlace(/^inplace$/)],
  ["dd", (args) => overwritten(args.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : [])))],
  ["curl", (args) => [...output("o", ["output"])(args), ...output("c", ["cookie-jar"])(args), ...downloads(args)]],
  [
    "wget",
    (args) => [...output("O", ["output-document"])(args), ...output("o", ["output-file"])(args), ...downloads(args)],
  ],
  ["tar", (args) => (/^-?[A-Za-z]*x|^--(?:extract|get)$/.test(args[0] ?? "") ? unpacked(args, "C", "directory") : [])],
  ["unzip", (args) => unpacked(args, "d", "directory")],
  ["sort", output("o", ["output"])],
  ["cpio", (args) => unpacked(args, "D", "directory")],
  ["aria2c", output("o", ["out"])],
  ["ssh-keygen", (args) => (hasFlag(args, "lyFBeRH") ? [] : overwritten(valuesOf(args, "f", [])))],
  ["git", configured],
  ["npm", (args) => (/^(?:c|config) (?:set|delete)/.test(operandsOf(args).join(" ")) ? overwritten(["~/.npmrc"]) : [])],
  ["pip", (args) => (/^config (?:set|unset)/.test(operandsOf(args).join(" ")) ? overwritten([pipSettings]) : [])],
  ["crontab", () => []],
  ["patch", every],
]);

export function changesOf({ program, args, writesTo }: Call): readonly Change[] {
  return [...overwritten(writesTo), ...(programs.get(program)?.(args) ?? [])].filter(({ path }) => !isStream(path));
}

const pipSettings = "~/.config/pip/pip.conf";
/** Settings whose values git runs, or by which it is led elsewhere. */
const runBySettings =
  /^(?:core\.(?:hookspath|sshcommand|fsmonitor|pager|editor|askpass|gitproxy|attributesfile)|alias\.|include|url\.|credential\.|filter\.|diff\..*\.(?:command|textconv)|diff\.external|merge\..*\.driver|gpg\.|init\.templatedir|sequence\.editor|http\.proxy|protocol\.)/i;

/** `git config --global a.b c` changes the home's, `git config core.hooksPath x` what the person's own git will run. */
function configured(args: readonly string[]): readonly Change[] {
  const [verb, ...words] = operandsOf(args.slice(args.indexOf("config")));
  if (verb !== "config" || !args.includes("config")) return [];
  if (args.some((arg) => /^(?:--get|--list$|-l$|--show)/.test(arg)) || /^(?:get|list)$/.test(words[0] ?? "")) return [];
  const [name = "", value] = words[0] === "set" ? words.slice(1) : words;
  const isEdit = hasFlag(args, "e", ["edit", "unset", "unset-all", "add", "replace-all", "remove-section"]);
  if (value === undefined && !isEdit) return [];
  if (args.some((arg) => /^--(?:global|system)$/.test(arg))) return overwritten(["~/.gitconfig"]);
  return runBySettings.test(name) ? overwritten([".git/config"]) : [];
}

/** A file named like the end of the address: `curl -O`, `wget`. */
function downloads(args: readonly string[]): readonly Change[] {
  const addresses = operandsOf(args).filter((arg) => /^(?:https?|ftp):/.test(arg));
  return overwritten(addresses.map((address) => basename(address.replace(/[?#].*$/s, ""))));
}

/** Nobody knows which files of that folder an archive holds. */
function unpacked(args: readonly string[], short: string, long: string): readonly Change[] {
  return removed(valuesOf(args, short, [long]));
}

/** The last word, and in case it is a folder the files that would land there. */
function destination(args: readonly string[]): readonly Change[] {
  const [folder] = valuesOf(args, "t", ["target-directory"]);
  const operands = operandsOf(args).filter((word) => word !== folder);
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  const target = folder ?? operands.at(-1);
  if (target === undefined || sources.length === 0 || /^[\w.@-]+:/.test(target)) return [];
  return overwritten([target, ...sources.map((source) => join(target, basename(source.replace(/^[\w.@-]+:/, ""))))]);
}

/** `2>&1`, `> /dev/null`, `>(cmd)` */
function isStream(path: string): boolean {
  return /^(?:\d+|-|&\d+|\d+-|)$|^\/dev\/(?:null|stdout|stderr|tty|zero|full|fd\/\d+|shm\/.*)$|^>\(/.test(path);
}
