import { basename, join } from "node:path";
import { filled, overwritten, removed, type Change, type Changes } from "./change.ts";
import { hasFlag, operandsOf, valuesOf, type Call } from "./rule.ts";
import { sedScripts } from "./text-filters.ts";
import { unpacking } from "./unpacking.ts";

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
  ["trash-put", (args) => removed(operandsOf(args))],
  ["gio", ([verb, ...args]) => (verb === "trash" || verb === "remove" ? removed(operandsOf(args)) : [])],
  ["rename", (args) => (hasFlag(args, "n", ["no-act", "nono"]) ? [] : removed(operandsOf(args).slice(1)))],
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
  ["sed", filtered],
  ["gsed", filtered],
  ["perl", inPlace(/^-[a-zA-Z0-9]*i/)],
  ["ruby", inPlace(/^-[a-zA-Z0-9]*i/)],
  ["sd", every],
  ...["awk", "gawk", "mawk", "nawk"].map((name) => [name, printedInto] as const),
  ["dd", (args) => overwritten(args.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : [])))],
  ["curl", (args) => [...output("o", ["output"])(args), ...output("c", ["cookie-jar"])(args), ...downloads(args)]],
  [
    "wget",
    (args) => [...output("O", ["output-document"])(args), ...output("o", ["output-file"])(args), ...downloads(args)],
  ],
  ["sort", output("o", ["output"])],
  ["aria2c", output("o", ["out"])],
  ["ssh-keygen", (args) => (hasFlag(args, "lyFBeRH") ? [] : overwritten(valuesOf(args, "f", [])))],
  ["git", configured],
  ...settings("npm pnpm", /^(?:(?:c|config) (?:set|delete|edit)|set) /, "~/.npmrc"),
  ...settings("yarn", /^config (?:set|unset|delete) /, "~/.npmrc"),
  ...settings("pip pip3", /^config (?:set|unset|edit)/, "~/.config/pip/pip.conf"),
  ...settings("aws", /^configure (?:set|import)/, "~/.aws/config"),
  ...settings("gh", /^auth (?:login|logout|refresh|switch|setup-git)/, "~/.config/gh/hosts.yml"),
  ["crontab", () => []],
  ["patch", (args) => [...every(args), ...filled(valuesOf(args, "d", ["directory"]))]],
  ...["vi", "vim", "nvim", "nano", "emacs"].map((name) => [name, every] as const),
  ...["docker", "podman", "nerdctl", "kubectl", "oc"].map((name) => [name, copiedOut] as const),
  ...["ffmpeg", "convert", "magick"].map((name) => [name, lastWord] as const),
  ["openssl", (args) => overwritten(args.filter((_arg, at) => args[at - 1] === "-out"))],
  ..."gcc g++ cc c++ clang clang++ ld rustc pandoc gpg dot age sops m4 nasm as".split(" ").map(compiler),
  ...unpacking,
]);

function compiler(name: string): readonly [string, Changes] {
  return [name, (args) => valuesOf(args, "o", ["output"]).map((path) => ({ path, how: "built" }))];
}

function settings(names: string, verbs: RegExp, file: string): readonly (readonly [string, Changes])[] {
  const changes: Changes = (args) => (verbs.test(`${operandsOf(args).join(" ")} `) ? overwritten([file]) : []);
  return names.split(" ").map((name) => [name, changes] as const);
}

/** `sed -i`, and the files of its commands `w` and `s///w`. */
function filtered(args: readonly string[]): readonly Change[] {
  const written = sedScripts(args).flatMap((script) => /(?:^|[;}/\d$])\s*w\s+(\S+)\s*$/.exec(script)?.[1] ?? []);
  return [...inPlace(/^-[a-zA-Z]*i|^--in-place/)(args), ...overwritten(written)];
}

/** awk: `print > "file"`. */
function printedInto(args: readonly string[]): readonly Change[] {
  const named = args.flatMap((arg) => [...arg.matchAll(/>>?\s*"([^"\s]+)"/g)].map((found) => found[1] ?? ""));
  return [...inPlace(/^inplace$/)(args), ...overwritten(named)];
}

function copiedOut(args: readonly string[]): readonly Change[] {
  if (/^config (?:set|unset|delete|rename|use)-/.test(operandsOf(args).join(" ")))
    return overwritten(["~/.kube/config"]);
  const at = args.indexOf("cp");
  return at === -1 || at > 1 ? [] : destination(args.slice(at + 1));
}

function lastWord(args: readonly string[]): readonly Change[] {
  return overwritten(operandsOf(args).slice(1).slice(-1));
}

export function changesOf({ program, args, writesTo }: Call): readonly Change[] {
  return [...overwritten(writesTo), ...(programs.get(program)?.(args) ?? [])].filter(({ path }) => !isStream(path));
}

/** Settings whose values git runs, or by which it is led elsewhere. */
export const runBySettings =
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
