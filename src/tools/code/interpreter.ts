import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import type { ShellSnapshot } from "../terminal/shell-state.ts";
import type { Interpreter, Language } from "./program-files.ts";

type InterpreterSearch = {
  readonly wanted: Language | "auto";
  /** Not the project's own. */
  readonly strict: boolean;
  readonly shell: ShellSnapshot;
  /** Where projects lie whose virtualenv may be meant, nearest first. */
  readonly projects: readonly string[];
};

type Machine = {
  readonly backend: ShellBackend;
  /** The Node that runs us. */
  readonly node: string;
};

const virtualenvs = [".venv", "venv"];
const isNewEnough = "import sys; sys.exit(0 if sys.version_info >= (3, 8) else 3)";

/** Who runs a program: Python where there is one that is new enough, else the Node that runs us. */
export function createInterpreters({ backend, node }: Machine) {
  const known = new Map<string, Promise<boolean>>();
  const works = (program: string, { env }: ShellSnapshot): Promise<boolean> => {
    const answer = known.get(program) ?? runsPython(program, env, backend);
    known.set(program, answer);
    return answer;
  };
  return {
    find: async (search: InterpreterSearch): Promise<Interpreter | null> => {
      const { wanted, shell } = search;
      if (wanted === "javascript") return { language: "javascript", program: node };
      for (const program of await candidates(search)) {
        if (await works(program, shell)) return { language: "python", program };
      }
      return wanted === "python" ? null : { language: "javascript", program: node };
    },
  };
}

async function candidates({ strict, shell, projects }: InterpreterSearch): Promise<readonly string[]> {
  const anywhere = ["python3", "python"];
  if (strict) return anywhere;
  const active = shell.env["VIRTUAL_ENV"];
  const folders = projects.flatMap((project) => virtualenvs.map((name) => join(project, name)));
  const programs = [...(active === undefined ? [] : [active]), ...folders].map((folder) => join(folder, "bin/python"));
  const there = await Promise.all(programs.map(exists));
  return [...new Set([...programs.filter((_, index) => there[index]), ...anywhere])];
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function runsPython(program: string, env: ShellSnapshot["env"], backend: ShellBackend): Promise<boolean> {
  const started = await backend.start({
    argv: [program, "-I", "-S", "-c", isNewEnough],
    cwd: "/",
    env,
    input: false,
    terminal: null,
    onOutput: () => undefined,
    onAside: null,
  });
  if (started.kind === "not-started") return false;
  const code = await started.exit;
  started.release();
  return code === 0;
}
