import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import { fail } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { RedactionMode } from "../../safety/redact.ts";
import type { ShellState } from "./shell-state.ts";

export type TerminalDeps = {
  /** bash, or another shell that takes `-c`. */
  readonly shell: string;
  /** Kept between the calls of one session; its environment is filtered already. */
  readonly state: ShellState;
  readonly clock: Clock;
  readonly userHome: string;
  readonly spillFolder: string;
  readonly limits: TerminalLimits;
  readonly redact: (text: string, mode: RedactionMode) => string;
  /** Called after a command that may have changed files. */
  readonly onRun: () => void;
};

type TerminalLimits = {
  readonly defaultSeconds: number;
  readonly mostSeconds: number;
  readonly outputChars: number;
  readonly spillChars: number;
};

export function createTerminalTool(deps: TerminalDeps): Tool {
  const { defaultSeconds, mostSeconds } = deps.limits;
  return defineTool({
    name: "terminal",
    toolset: "terminal",
    description:
      "Run a shell command and wait for it. Working directory and exported variables carry over to the next call. No stdin, no background processes. Prefer read_file, write_file and search_files for files.",
    concurrency: "shell",
    input: z.object({
      command: z.string(),
      timeout: z.int().optional().describe(`Seconds, default ${defaultSeconds}, at most ${mostSeconds}`),
      workdir: z.string().optional().describe("Folder for this call only"),
    }),
    preview: ({ command }) => command,
    ownLimitMs: ({ timeout }) => (timeout ?? defaultSeconds) * 1_000,
    run: async ({ command, timeout = defaultSeconds, workdir }, context) => {
      if (timeout <= 0) return fail("timeout must be at least 1 second.");
      if (timeout > mostSeconds) return fail(`timeout may be ${mostSeconds} seconds at most.`);
      if (command.trim() === "") return fail("command is empty.");
      if (command.includes("\0")) return fail("command holds a NUL character.");
      const { perform } = await import("./perform.ts"); // with child processes and all: only for who runs commands
      return perform({ command, seconds: timeout, workdir }, { deps, context });
    },
  });
}
