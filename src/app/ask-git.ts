import { execFile } from "node:child_process";
import type { CommandContext } from "../commands/command.ts";
import { childEnvironment } from "../safety/child-env.ts";

const mostBytes = 2_000_000;
const patienceMs = 10_000;
/** Whatever a repository is set up to run by itself stays off. */
const quiet = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "color.ui=false"];

type Said = { readonly code: number; readonly text: string };

/** What git prints in a folder, or why it did not. */
export function askGit(args: readonly string[], cwd: string, { env, signal }: CommandContext): Promise<Said> {
  const own = { ...childEnvironment(env, []), GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
  const options = { cwd, env: own, signal, maxBuffer: mostBytes, timeout: patienceMs, encoding: "utf8" } as const;
  return new Promise((resolve) => {
    execFile("git", [...quiet, ...args], options, (error, out, err) => {
      if (error === null) resolve({ code: 0, text: out });
      else resolve({ code: 1, text: err.trim() === "" ? error.message : err.trim() });
    });
  });
}
