import type { Problem } from "./syntax-check.ts";
import { runChecker } from "./run-checker.ts";

/** Parses and stops: nothing is executed, no .pyc is written. */
const program = `import sys
try:
    compile(sys.stdin.buffer.read(), "file", "exec", flags=1024, dont_inherit=True)
except (SyntaxError, ValueError) as error:
    line = getattr(error, "lineno", None)
    sys.stderr.write(f"Python is broken{'' if line is None else f' at line {line}'}: {getattr(error, 'msg', error)}")
    sys.exit(3)
`;
const broken = 3;

export function pythonProblem(env: NodeJS.ProcessEnv): Problem {
  return async (text, signal) => {
    const checked = await runChecker(["python3", "-I", "-S", "-c", program], { text, env, signal });
    return checked?.code === broken ? (checked.output.split("\n")[0] ?? null) : null;
  };
}
