import { homedir } from "node:os";
import type { CommandContext } from "../commands/command.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { SurfaceHint } from "../prompt/layer.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { localSurroundings } from "./surroundings.ts";

type Place = {
  readonly cwd: string;
  readonly surface: string;
  readonly env: CommandContext["env"];
  readonly backendName: () => string;
};

/** The part of the cached prompt that follows from settings and the machine. */
export function promptSettings(settings: Settings, { cwd, surface, env, backendName }: Place): SessionDeps["prompt"] {
  const { agent, memory, terminal, platform_hints: hints } = settings;
  const operatorHint = [env["HERMES_ENVIRONMENT_HINT"] ?? "", agent.environment_hint].find(
    (text) => text.trim() !== "",
  );
  const shell = terminal.shell === "auto" ? "bash" : terminal.shell;
  return {
    rules: {
      taskCompletion: agent.task_completion_guidance,
      parallelCalls: agent.parallel_tool_call_guidance,
      toolUse: agent.tool_use_enforcement,
      execution: agent.execution_guidance,
    },
    stores: { memory: memory.memory_enabled, user: memory.user_profile_enabled },
    surroundings: localSurroundings(
      { cwd, home: homedir(), shell, operatorHint: operatorHint ?? null, backendName },
      env,
    ),
    surface,
    surfaceHint: hintOf(hints[surface]),
  };
}

function hintOf(setting: string | SurfaceHint | undefined): SurfaceHint | null {
  return typeof setting === "string" ? { append: setting } : (setting ?? null);
}
