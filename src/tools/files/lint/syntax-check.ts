import { extname } from "node:path";
import type { Clock } from "../../../domain/clock.ts";
import { jsonProblem } from "./json-problem.ts";

/** What is wrong with a text of this kind of file, in a line, or null. */
export type Problem = (text: string, signal: AbortSignal) => Promise<string | null>;

/** A mistake of syntax that the new text has and the old one had not, or null. Nothing is ever run. */
export type SyntaxCheck = (
  path: string,
  texts: { readonly before: string | null; readonly after: string },
  signal: AbortSignal,
) => Promise<string | null>;

export type CheckerDeps = { readonly env: NodeJS.ProcessEnv; readonly clock: Clock };

const longestChecked = 2 * 1024 * 1024;
const limitMs = 5_000;

export function createSyntaxCheck(deps: CheckerDeps): SyntaxCheck {
  return async (path, { before, after }, signal) => {
    const load = checks[extname(path).toLowerCase()];
    if (load === undefined || after.length > longestChecked) return null;
    using deadline = deps.clock.deadline(limitMs, signal);
    const problemIn = await load(deps);
    const problem = await problemIn(after, deadline.signal);
    if (problem === null || (before !== null && (await problemIn(before, deadline.signal)) !== null)) return null;
    return problem;
  };
}

/** Loaded when the first file of the kind is written. */
type Load = (deps: CheckerDeps) => Promise<Problem>;

const yaml: Load = async () => (await import("./yaml-problem.ts")).yamlProblem;
const toml: Load = async () => (await import("./toml-problem.ts")).tomlProblem;
const typescript: Load = async () => (await import("./script-problem.ts")).typescriptProblem;
const javascript: Load = async () => (await import("./script-problem.ts")).javascriptProblem;
const python: Load = async ({ env }) => (await import("./python-problem.ts")).pythonProblem(env);

const checks: Readonly<Record<string, Load>> = {
  ".json": async () => jsonProblem,
  ".yaml": yaml,
  ".yml": yaml,
  ".toml": toml,
  ".ts": typescript,
  ".mts": typescript,
  ".cts": typescript,
  ".js": javascript,
  ".mjs": javascript,
  ".cjs": javascript,
  ".py": python,
  ".pyi": python,
};
