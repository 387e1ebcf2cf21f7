import type { ProgramStart, ShellBackend } from "../../domain/shell-backend.ts";

const usual = "bash";
const ownName = 2; // behind `-c` and the script: how the shell calls itself in its complaints
const note = "There is no bash here: commands run in sh.";

/** Commands that are to run in bash run in sh where the place has no bash, and the first of them says so. */
export function withUsualShell(backend: ShellBackend): ShellBackend {
  let found: boolean | null = null;
  let isTold = false;
  return {
    ...backend,
    start: async (program) => {
      const [shell, ...words] = program.argv;
      if (shell !== usual) return backend.start(program);
      found ??= await hasBash(backend);
      if (found !== false) return backend.start(program);
      const started = await backend.start({
        ...program,
        argv: ["sh", ...words.map((word, place) => (place === ownName ? "sh" : word))],
      });
      if (started.kind === "not-started" || isTold) return started;
      isTold = true;
      return { ...started, note: started.note === null ? note : `${started.note} ${note}` };
    },
  };
}

/** Null where nobody answers: the command itself will say what is wrong. */
async function hasBash(backend: ShellBackend): Promise<boolean | null> {
  const program = await backend.start(search);
  if (program.kind === "not-started") return null;
  const code = await program.exit;
  program.release();
  return code !== 1;
}

const search: ProgramStart = {
  argv: ["sh", "-c", "command -v bash >/dev/null 2>&1 || exit 1"],
  cwd: "/",
  env: {},
  input: false,
  terminal: null,
  onOutput: () => undefined,
  onAside: null,
};
