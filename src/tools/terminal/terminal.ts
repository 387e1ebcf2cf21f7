import { z } from "zod";
import type { Clock } from "../../domain/clock.ts";
import { fail } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import type { RedactionMode } from "../../safety/redact.ts";
import type { ProcessTable } from "../processes/process-table.ts";
import type { ShellState } from "./shell-state.ts";
import type { SudoPassword } from "./sudo-password.ts";

export type TerminalDeps = {
  /** Where commands run. */
  readonly backend: ShellBackend;
  /** Takes what is started in the background. */
  readonly processes: ProcessTable;
  readonly sudo: SudoPassword;
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
  const tool = defineTool({
    name: "terminal",
    toolset: "terminal",
    description:
      "Run a shell command. Working directory and exported variables carry over to the next call. No stdin. For servers and long work set background, then use process. Prefer read_file, write_file and search_files for files.",
    concurrency: "shell",
    input: z.object({
      command: z.string(),
      background: z.boolean().optional().describe("Return at once with a session_id"),
      timeout: z.int().optional().describe(`Seconds, default ${defaultSeconds}, at most ${mostSeconds}`),
      workdir: z.string().optional().describe("Folder for this call only"),
      pty: z.boolean().optional().describe("Under a pseudo-terminal"),
      notify_on_complete: z.boolean().optional().describe("Background: tell you when it ends"),
      watch_patterns: z.array(z.string()).optional().describe("Background: tell you when it prints one"),
    }),
    preview: ({ command }) => command,
    ownLimitMs: ({ timeout }) => (timeout ?? defaultSeconds) * 1_000,
    run: async ({ command, timeout = defaultSeconds, background = false, ...call }, context) => {
      if (timeout <= 0) return fail("timeout must be at least 1 second.");
      if (timeout > mostSeconds && !background) {
        return fail(`timeout may be ${mostSeconds} seconds at most; for longer work set background=true.`);
      }
      if (command.trim() === "") return fail("command is empty.");
      if (command.includes("\0")) return fail("command holds a NUL character.");
      const { perform } = await import("./perform.ts"); // with the grammar and all: only for who runs commands
      const { workdir, pty = false, notify_on_complete: notify = false, watch_patterns: patterns = [] } = call;
      return perform({ command, seconds: timeout, workdir, background, pty, notify, patterns }, deps, context);
    },
  });
  return { ...tool, prepare: (args) => (isProgram(args) ? programHere : tool.prepare(args)) };
}

/** The arguments of `execute_code`, sent to the wrong tool. */
function isProgram({ command, code }: Readonly<Record<string, unknown>>): boolean {
  return typeof command !== "string" && typeof code === "string";
}

const programHere = {
  kind: "invalid",
  problems: ["command: missing; a program in `code` is for execute_code, a shell command goes into `command`"],
} as const;
