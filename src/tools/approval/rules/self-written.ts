import { resolve } from "node:path";
import { realPath } from "../../../safety/paths.ts";
import { isInterpreter, scriptOf, sourcedFile } from "./interpreters.ts";
import { pathsOf } from "./paths-of.ts";
import { operandsOf, valuesOf, type Call, type Rule, type RulePlace } from "./rule.ts";

const makers: ReadonlyMap<string, readonly string[]> = new Map([
  ["make", ["Makefile", "makefile", "GNUmakefile"]],
  ["gmake", ["Makefile", "makefile", "GNUmakefile"]],
  ["just", ["justfile", "Justfile", ".justfile"]],
  ["task", ["Taskfile.yml", "Taskfile.yaml"]],
  ["rake", ["Rakefile"]],
  ["npm", ["package.json"]],
  ["pnpm", ["package.json"]],
  ["yarn", ["package.json"]],
  ["bun", ["package.json"]],
  ["gradle", ["build.gradle", "build.gradle.kts"]],
  ["gradlew", ["build.gradle", "build.gradle.kts"]],
  ["invoke", ["tasks.py"]],
  ["nox", ["noxfile.py"]],
  ["tox", ["tox.ini"]],
]);
const packageManagers = /^(?:npm|pnpm|yarn|bun)$/;
const scripts = /^(?:run|run-script|test|t|start|stop|restart|build|dev|lint|install|i|ci|rebuild|prepare|pack)$/;
const runFile =
  /^(?:go|deno|bun|dotnet|swift|zig|java|kotlin|scala|tsx|ts-node|ansible-playbook|elixir|nu|fish|xonsh|vite-node)$/;

export const selfWrittenRules: readonly Rule[] = [
  {
    family: "self-written code",
    ask: "once",
    persistable: false,
    id: "self-written-code",
    description: "run a file that this session wrote",
    hits: (call, place) => place.isolation === "none" && filesRun(call).some((file) => isWritten(file, place)),
    examples: {
      hit: [
        "./written.sh",
        "bash written.sh",
        "sh ./written.sh arg",
        "source written.sh",
        ". ./written.sh",
        "node written.js",
        "python3 -u written.py",
        "node --import tsx written.js",
        "cd src && bash ../written.sh",
        "make -f written.mk",
        "cd written && make",
        "cd written && npm run build",
        "make -C written",
        "npm --prefix written test",
        "go run written.go",
        "bash < written.sh",
        "sudo bash written.sh",
        "echo ls > now.sh && bash now.sh",
        "chmod +x written.sh && ./written.sh",
        "nohup ./written.sh &",
      ],
      miss: [
        "bash script.sh",
        "python script.py",
        "node build.js",
        "make",
        "npm test",
        "cat written.sh",
        "wc -l written.py",
      ],
    },
  },
];

function isWritten(file: string, place: RulePlace): boolean {
  return pathsOf(file, place).some((path) => place.wroteFile(path) || place.wroteFile(realPath(path)));
}

/** Files whose content a command would run. */
export function filesRun(call: Call): readonly string[] {
  const sourced = sourcedFile(call);
  const program = call.words[0] ?? "";
  return [
    ...(program.includes("/") ? [program] : []),
    ...(sourced === null ? [] : [sourced]),
    ...(isInterpreter(call.program) ? [...scriptsOf(call), ...call.readsFrom] : []),
    ...(runFile.test(call.program) ? operandsOf(call.args) : []),
    ...buildFiles(call),
  ];
}

function scriptsOf(call: Call): readonly string[] {
  const script = scriptOf(call);
  const loaded = valuesOf(call.args, "r", ["require", "import", "loader"]);
  const flagged = call.args[0]?.startsWith("-") === true; // its value may stand before the script
  return [...(script === null ? [] : [script]), ...loaded, ...operandsOf(call.args).slice(0, flagged ? 2 : 1)];
}

function buildFiles({ program, args }: Call): readonly string[] {
  const names = makers.get(program);
  if (names === undefined) return [];
  if (packageManagers.test(program) && !operandsOf(args).some((word) => scripts.test(word))) return [];
  const folders = valuesOf(args, "C", ["directory", "prefix", "cwd", "dir"]);
  const given = valuesOf(args, "f", ["file", "makefile", "justfile"]);
  return [
    ...given,
    ...names,
    ...folders.flatMap((folder) =>
      names.map((name) => (resolve("/", folder) === folder ? `${folder}/${name}` : `./${folder}/${name}`)),
    ),
  ];
}
