import type { CommandContext } from "../commands/command.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import type { Tool } from "../domain/tool.ts";
import { createExecuteCodeTool } from "../tools/code/execute-code.ts";
import { createInterpreters } from "../tools/code/interpreter.ts";
import type { ShellState } from "../tools/terminal/shell-state.ts";

type CodeRequest = {
  readonly settings: Settings;
  readonly context: Pick<CommandContext, "clock" | "rng">;
};

type Surroundings = {
  readonly backend: ShellBackend;
  readonly state: ShellState;
  readonly roots: readonly string[];
  readonly redact: (text: string) => string;
  readonly onRun: () => void;
};

/** The tool that runs programs which call tools. */
export function buildCode({ settings, context }: CodeRequest, around: Surroundings): Tool {
  const { mode, timeout, max_tool_calls: mostCalls, language } = settings.code_execution;
  const { backend, state, ...others } = around;
  return createExecuteCodeTool({
    ...others,
    backend,
    clock: context.clock,
    rng: context.rng,
    shell: state.current,
    interpreters: createInterpreters({ backend, node: process.execPath }),
    settings: {
      language,
      strict: mode === "strict",
      limitMs: timeout * 1_000,
      mostCalls,
      passthrough: settings.terminal.env_passthrough,
    },
  });
}
