import { asksForHelp, hasFlag, type Call, type Rule } from "./rule.ts";

const family = { family: "recursive delete", ask: "always", persistable: false } as const;
const repeaters = new Set(["xargs", "find", "gfind", "fd", "fdfind", "parallel"]);
const removers = new Set(["rm", "unlink", "shred", "rmdir", "del"]);

export const deletionRules: readonly Rule[] = [
  {
    ...family,
    id: "recursive-delete",
    description: "delete a folder with everything in it",
    hits: ({ program, args }) => !asksForHelp(args) && deleters.get(program)?.(args) === true,
    examples: {
      hit: [
        "rm -r x",
        "rm x -rf",
        "rm --recursive x",
        "rm --recurs x",
        "/bin/rm -fR build",
        "npx rimraf dist",
        "cmake -E rm -r build",
        "Remove-Item -Recurse x",
        "remove-item x -Recurse -Force",
        "rd /s x",
        "rmdir /S /Q build",
        "cmd /c rd /s /q build",
      ],
      miss: ["rm file", "rmdir empty", "rm -f a.o b.o", "rm --help", "echo rm -r x", "git rm --cached x", "rm -- -r"],
    },
  },
  {
    ...family,
    id: "delete-found",
    description: "delete every file that a search or a list yields",
    hits: (call) => deletesFound(call),
    examples: {
      hit: [
        "find . -name '*.tmp' -delete",
        "find . -exec rm {} +",
        "find . -type f -execdir rm -f {} \\;",
        "ls | xargs rm",
        "git ls-files -o | xargs -0 -n1 rm -f",
        "fd -e log -x rm",
        "parallel rm ::: a b",
        "rsync -a --delete src/ dst/",
        "tar cf x.tar --remove-files src",
        "rm $(find . -name '*.ts')",
        "find . -exec sh -c 'rm \"$1\"' _ {} \\;",
        "for f in $(find . -name '*.ts'); do rm $f; done",
        'for f in `ls *.log`; do unlink "$f"; done',
      ],
      miss: [
        "find . -name '*.ts'",
        "find . -exec grep -l x {} +",
        "ls | xargs wc -l",
        "rsync -a src/ dst/",
        "rsync -an --delete src/ dst/",
      ],
    },
  },
];

type Deletes = (args: readonly string[]) => boolean;

const given =
  (flag: RegExp): Deletes =>
  (args) =>
    args.some((arg) => flag.test(arg));
const powerShell = given(/^-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?$/i);
const windows = given(/^(?:\/s|-recurse)$/i);
const always: Deletes = () => true;

const deleters: ReadonlyMap<string, Deletes> = new Map<string, Deletes>([
  ["rm", (args) => hasFlag(args, "rR", ["recursive"]) || args.includes("-Recurse")],
  ["remove-item", powerShell],
  ["ri", powerShell],
  ["erase", windows],
  ["rd", windows],
  ["rmdir", windows],
  ["del", windows],
  ["deltree", always],
  ["rimraf", always],
  ["del-cli", always],
  ["srm", always],
  ["wipe", always],
  ["tmpreaper", always],
  ["tmpwatch", always],
  ["cmake", ([mode, tool, ...rest]) => mode === "-E" && (tool === "remove_directory" || hasFlag(rest, "rR"))],
]);

const sweepers: ReadonlyMap<string, Deletes> = new Map<string, Deletes>([
  ["find", (args) => args.includes("-delete")],
  ["gfind", (args) => args.includes("-delete")],
  [
    "rsync",
    (args) =>
      !hasFlag(args, "n", ["dry-run"]) &&
      args.some((arg) => /^--(?:del|delete(?:-\w+)?|remove-source-files)$/.test(arg)),
  ],
  ["tar", (args) => args.includes("--remove-files")],
  ["bsdtar", (args) => args.includes("--remove-files")],
  ["zip", (args) => hasFlag(args, "m", ["move"]) && hasFlag(args, "r", ["recurse-paths"])],
]);

function deletesFound({ program, args, argv, under, inputs }: Call): boolean {
  const sweeps = sweepers.get(program);
  if (sweeps !== undefined) return sweeps(args);
  if (!removers.has(program)) return false;
  if (args.some(comesFromLoop)) return true;
  const named = argv.flatMap(({ from }) => from);
  return under.some((outer) => repeaters.has(outer)) || (program === "rm" && [...inputs, ...named].some(isLoopOfFind));
}

/** `find … | while read f; do rm "$f"; done` */
function isLoopOfFind({ words: [name] }: { readonly words: readonly string[] }): boolean {
  return name === "find" || name === "fd";
}

/** `for f in $(find …); do rm $f; done`: the words of the loop stand where its variable stood. */
function comesFromLoop(arg: string): boolean {
  return /^(?:\$\(|`)\s*(?:find|gfind|fd|fdfind|ls|cat|grep|rg|locate)\b/.test(arg);
}
