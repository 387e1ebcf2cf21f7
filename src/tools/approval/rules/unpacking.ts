import { filled, overwritten, removed, type Change, type Changes } from "./change.ts";
import { hasFlag, operandsOf, valuesOf } from "./rule.ts";

/** Programs that take archives apart, and where the files land: in the folder they are told, else where they run. */
export const unpacking: readonly (readonly [string, Changes])[] = [
  ...named("tar gtar bsdtar star", tarred),
  ["unzip", (args) => (hasFlag(args, "lpvtzZ") ? [] : into(valuesOf(args, "d", [])))],
  ...named("7z 7za 7zz 7zr", (args) => (/^[xe]$/.test(args[0] ?? "") ? into(valuesOf(args, "o", [])) : [])),
  ...named("unrar rar", (args) =>
    /^[xe]$/.test(args[0] ?? "") ? into(operandsOf(args).slice(2).filter(isFolder)) : [],
  ),
  ["unar", (args) => into(valuesOf(args, "o", ["output-directory"]))],
  ["cpio", (args) => (hasFlag(args, "i", ["extract"]) ? into(valuesOf(args, "D", ["directory"])) : [])],
  ["pax", (args) => (hasFlag(args, "r") ? filled([".", ...rewritten(args)]) : [])],
  ["jar", (args) => (/^-{0,2}[a-z]*x/.test(args[0] ?? "") ? into(valuesOf(args, "C", ["dir"])) : [])],
  ["ar", (args) => (/^-?[a-z]*x/.test(args[0] ?? "") ? into(valuesOf(args, null, ["output"])) : [])],
  ["zipfile", moduleUnpacks],
  ["tarfile", moduleUnpacks],
  ["unsquashfs", (args) => into(valuesOf(args, "d", ["dest"]))],
  ["dpkg-deb", (args) => (hasFlag(args, "xX", ["extract", "vextract"]) ? filled(operandsOf(args).slice(1, 2)) : [])],
  ...named("gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma lz4 compress uncompress", replaced),
  ...named("zstd unzstd", (args) => (args.includes("--rm") ? removed(operandsOf(args)) : output(args))),
];

function named(names: string, changes: Changes): readonly (readonly [string, Changes])[] {
  return names.split(" ").map((name) => [name, changes] as const);
}

function into(folders: readonly string[]): readonly Change[] {
  return filled(folders.length === 0 ? ["."] : folders);
}

function tarred(args: readonly string[]): readonly Change[] {
  const [first = ""] = args;
  const isBundle = !first.startsWith("-"); // tar xzf
  const extracts = (isBundle && first.includes("x")) || hasFlag(args, "x", ["extract", "get"]);
  if (!extracts) return [];
  const anywhere = (isBundle && first.includes("P")) || hasFlag(args, "P", ["absolute-names"]);
  return [...into(valuesOf(args, "C", ["directory", "cd"])), ...filled(anywhere ? ["/"] : [])];
}

function isFolder(word: string): boolean {
  return word.endsWith("/") || word.startsWith("~");
}

/** `python -m zipfile -e archive folder` */
function moduleUnpacks(args: readonly string[]): readonly Change[] {
  return hasFlag(args, "e", ["extract"]) ? into(operandsOf(args).slice(1, 2)) : [];
}

/** `pax -s ',^,/srv/,'` */
function rewritten(args: readonly string[]): readonly string[] {
  return valuesOf(args, "s", []).flatMap((rule) => rule.split(rule.charAt(0)).slice(2, 3));
}

/** The file is replaced by its packed or unpacked form. */
function replaced(args: readonly string[]): readonly Change[] {
  return hasFlag(args, "cklt", ["stdout", "to-stdout", "keep", "list", "test"]) ? [] : removed(operandsOf(args));
}

function output(args: readonly string[]): readonly Change[] {
  return overwritten(valuesOf(args, "o", []));
}
