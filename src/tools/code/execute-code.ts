import { z } from "zod";
import type { Clock, Rng } from "../../domain/clock.ts";
import { fail } from "../../domain/outcome.ts";
import type { ShellBackend } from "../../domain/shell-backend.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { ShellSnapshot } from "../terminal/shell-state.ts";
import type { createInterpreters } from "./interpreter.ts";
import type { Language } from "./program-files.ts";

export type CodeDeps = {
  readonly backend: ShellBackend;
  readonly interpreters: ReturnType<typeof createInterpreters>;
  /** The session's shell as it stands now; its environment is filtered already. */
  readonly shell: () => ShellSnapshot;
  readonly roots: readonly string[];
  readonly clock: Clock;
  readonly rng: Rng;
  readonly settings: CodeSettings;
  readonly redact: (text: string) => string;
  /** Called after a program, which may have changed files. */
  readonly onRun: () => void;
};

type CodeSettings = {
  readonly language: Language | "auto";
  /** In a folder of its own, with an interpreter that is not the project's. */
  readonly strict: boolean;
  readonly limitMs: number;
  readonly mostCalls: number;
  readonly passthrough: readonly string[];
};

export function createExecuteCodeTool(deps: CodeDeps): Tool {
  const { limitMs, mostCalls } = deps.settings;
  return defineTool({
    name: "execute_code",
    toolset: "code_execution",
    description: `Run a program that calls tools itself: for loops, many calls, or results to filter. Python: from hermes_tools import read_file, write_file, patch, search_files, terminal, web_search, web_extract, json_parse, shell_quote, retry. JavaScript: the same from "hermes-tools", with await. Arguments as in the tools' schemas; results are dicts. Only what it prints comes back. At most ${limitMs / 1_000} s and ${mostCalls} calls.`,
    concurrency: "shell",
    programmatic: true,
    input: z.object({
      code: z.string(),
      language: z.enum(["python", "javascript"]).optional(),
    }),
    preview: ({ code }) => code.trim().split("\n")[0] ?? "",
    ownLimitMs: () => limitMs,
    run: async ({ code, language }, context) => {
      if (code.trim() === "") return fail("code is empty.");
      const { performCode } = await import("./perform-code.ts"); // with sockets and all: only for who runs programs
      return performCode({ code, language }, deps, context);
    },
  });
}
