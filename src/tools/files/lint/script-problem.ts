import { compileFunction } from "node:vm";
import { runChecker } from "./run-checker.ts";

/** Node's own parser, in a process of its own: it is slow to load, and its interface is experimental. */
const program = `const { stripTypeScriptTypes } = require("node:module");
try {
  stripTypeScriptTypes(require("node:fs").readFileSync(0, "utf8"));
} catch (error) {
  if (error.code !== "ERR_INVALID_TYPESCRIPT_SYNTAX") process.exit(0);
  process.stderr.write("at line " + (/^[^\\n]*:(\\d+)\\n/.exec(error.stack)?.[1] ?? "?") + ": " + error.message);
  process.exit(3);
}`;
const broken = 3;
const markup = /<\/[A-Za-z]?|\/>/; // what some write in .js files, and Node does not read

export async function typescriptProblem(text: string, signal: AbortSignal): Promise<string | null> {
  const problem = await parsed(text, signal);
  return problem === null ? null : `TypeScript is broken ${problem}`;
}

/** A script or, failing that, a module: a file's name does not say which it is. */
export async function javascriptProblem(text: string, signal: AbortSignal): Promise<string | null> {
  const bare = text.replace(/^#![^\n]*/, "");
  if (isScript(bare) || markup.test(bare)) return null;
  const problem = await parsed(bare, signal);
  return problem === null ? null : `JavaScript is broken ${problem}`;
}

/** Compiled as CommonJS is, as a function's body, and never run. */
function isScript(text: string): boolean {
  try {
    return typeof compileFunction(text) === "function";
  } catch {
    return false; // a module perhaps
  }
}

async function parsed(text: string, signal: AbortSignal): Promise<string | null> {
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", "-e", program] as const;
  const checked = await runChecker([...node], { text, env: {}, signal });
  return checked?.code === broken ? (checked.output.split("\n")[0] ?? null) : null;
}
