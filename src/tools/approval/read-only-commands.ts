import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** What a command on the list may not be given. Letters and long names count however they are abbreviated or joined. */
export type ReadOnlyCommand = {
  readonly shorts?: string;
  readonly longs?: readonly string[];
  readonly check?: (args: readonly string[], cwds: readonly string[]) => boolean;
  /** Arguments are only text to it: not paths, not flags that matter. Expansions are welcome. */
  readonly data?: true;
};

const any: ReadOnlyCommand = {};
const data: ReadOnlyCommand = { data: true };
const alone: ReadOnlyCommand = { check: (args) => args.length === 0 };
const each =
  (pattern: RegExp) =>
  (args: readonly string[]): boolean =>
    args.every((arg) => pattern.test(arg));
const noGrepRecursion: ReadOnlyCommand = {
  shorts: "rRd",
  longs: ["recursive", "dereference-recursive", "directories"],
};
const gitOutput: ReadOnlyCommand = {
  longs: ["output", "ext-diff", "textconv", "exec", "open-files-in-pager", "no-index"],
};

function all(names: string, command: ReadOnlyCommand): readonly (readonly [string, ReadOnlyCommand])[] {
  return names.split(" ").map((name) => [name, command] as const);
}

/** Commands that change nothing, whatever they are given within these limits. */
export const readOnlyCommands: ReadonlyMap<string, ReadOnlyCommand> = new Map([
  ...all("echo true false : basename dirname seq sleep", data),
  ...all("ls cat head tail wc nl tac rev cut tr fold paste comm join column expand od hexdump strings", any),
  ...all("cmp stat readlink realpath du df jq md5sum sha1sum sha256sum sha512sum cksum", any),
  ...all("which type id uname printenv locale getconf lscpu free nproc arch", any),
  ...all("whoami hostname uptime pwd env tty groups", alone),
  ...all("grep egrep fgrep", noGrepRecursion),
  ["printf", { shorts: "v" }],
  [
    "rg",
    { shorts: "uz.", longs: ["pre", "pre-glob", "hostname-bin", "hidden", "unrestricted", "search-zip", "no-ignore"] },
  ],
  ["diff", { shorts: "rN", longs: ["recursive", "new-file"] }], // a folder may hold secret files
  ["find", { check: (args) => !args.some((arg) => /^-(?:exec|ok|delete|fprint|fls|files0-from)/.test(arg)) }],
  ["sort", { shorts: "oT", longs: ["output", "temporary-directory", "compress-program", "files0-from"] }],
  ["uniq", { check: each(/^(?:-[cduizD\d]+|--(?:count|repeated|unique|ignore-case|all-repeated\S*))$/) }],
  ["tree", { shorts: "oR", longs: ["output", "fromfile", "fromtabfile"] }],
  ["file", { shorts: "CzZ", longs: ["compile", "uncompress", "uncompress-noreport"] }],
  ["date", { check: each(/^(?:\+.*|-u|-R|-I\w*|--utc|--iso-8601\S*|--rfc-\S*|--date=.*)$/s) }],
  ["sed", { check: printsLines }],
  ["command", { check: ([flag, name]) => (flag === "-v" || flag === "-V") && name !== undefined }],
  ["test", { check: isPlainTest }],
  ["[", { check: isPlainTest }],
  ["go", { check: (args) => args.length === 1 && args[0] === "version" }],
  ...all(
    "node npm npx pnpm yarn bun deno python python3 pip pip3 ruby php perl cargo rustc tsc gcc g++ clang make cmake docker java",
    {
      check: (args) => args.length === 1 && args[0] === "--version",
    },
  ),
]);

/** Subcommands of git, under the same limits. */
export const readOnlyGit: ReadonlyMap<string, ReadOnlyCommand> = new Map([
  ["diff", { ...gitOutput, check: comparesRevisions }],
  ...all("status log show blame describe shortlog ls-files rev-parse ls-tree", gitOutput),
  ["branch", { check: each(/^(?:-a|-r|-v|-vv|--all|--remotes|--list|--show-current)$/) }],
  ["remote", { check: each(/^(?:-v|--verbose)$/) }],
  ["tag", { check: each(/^(?:-l|--list)$/) }],
  ["--version", alone],
]);

function printsLines(args: readonly string[]): boolean {
  const [quiet, script = "", ...files] = args;
  return quiet === "-n" && /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/.test(script) && files.every((file) => !file.startsWith("-"));
}

/** bash evaluates subscripts inside tests, so `[ -v 'a[$(x)]' ]` would run x. */
function isPlainTest(args: readonly string[]): boolean {
  return args.every((arg) => arg !== "-v" && !/[[$`]/.test(arg));
}

/** Given two paths, `git diff` leaves the repository aside and prints whatever is below them. */
function comparesRevisions(args: readonly string[], cwds: readonly string[]): boolean {
  const plain = args.filter((arg) => !arg.startsWith("-"));
  const paths = plain.filter((arg) => cwds.some((cwd) => existsSync(resolve(cwd, arg))));
  return paths.length < 2 && !plain.some((arg) => /^(?:\/|~|\.\.(?:\/|$))/.test(arg));
}
