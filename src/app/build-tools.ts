import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Toolbox } from "../agent/turn-state.ts";
import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import { childEnvironment } from "../safety/child-env.ts";
import type { PathRules } from "../safety/paths.ts";
import { redactSecrets } from "../safety/redact.ts";
import { createToolbox } from "../session/toolbox.ts";
import { createHeadlessApprover } from "../tools/approval/headless-approver.ts";
import { createFileMemory } from "../tools/file-memory.ts";
import { createReadFileTool } from "../tools/read-file.ts";
import { createRegistry } from "../tools/registry.ts";
import { resultLimitFor } from "../tools/result-limit.ts";
import { createSearchFilesTool } from "../tools/search/search-files.ts";
import { createShellState, type ShellState } from "../tools/terminal/shell-state.ts";
import { createTerminalTool } from "../tools/terminal/terminal.ts";
import { resolveToolsets } from "../tools/toolsets.ts";
import { createWriteFileTool } from "../tools/write-file.ts";
import { exitCodes } from "./exit-codes.ts";
import { refused, type Refusal } from "./open-settings.ts";
import { workspaceRoot } from "./workspace-root.ts";

export type ToolsRequest = {
  readonly home: Home;
  readonly settings: Settings;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly options: Pick<RunOptions, "toolsets" | "yolo" | "allow">;
  readonly context: Pick<CommandContext, "env" | "clock">;
  readonly cwd: string;
};

type Built = { readonly kind: "tools"; readonly toolbox: Toolbox; readonly toolsets: readonly string[] };

/** The session's tools: chosen by name, wired to the machine, frozen. */
export function buildTools(request: ToolsRequest): Built | Refusal {
  const { settings, options, cwd, log, runtime, home } = request;
  const paths = pathRules(request);
  const state = createShellState({
    cwd,
    env: childEnvironment(request.context.env, settings.terminal.env_passthrough),
  });
  const tools = allTools(request, paths, state);
  const toolsets = options.toolsets ?? settings.toolsets;
  const wanted = resolveToolsets(
    {
      wanted: toolsets,
      disabledSets: settings.agent.disabled_toolsets,
      disabledTools: settings.agent.disabled_tools,
      custom: settings.custom_toolsets,
    },
    tools.map((tool) => tool.name),
  );
  if (wanted.kind !== "tools") return refused(wanted.message, exitCodes.usage);
  const registry = createRegistry(tools.filter((tool) => wanted.names.includes(tool.name)));
  const { result_size_chars: resultChars, preview_size_chars: previewChars } = settings.tool_budget;
  const toolbox = createToolbox({
    registry,
    rules: {
      limits: {
        resultChars: resultLimitFor(runtime.contextLength, resultChars),
        previewChars,
        spillFolder: spillFolder(home),
      },
      redact: redactor(settings),
      installation: import.meta.dirname,
    },
    approver: createHeadlessApprover({
      yolo: options.yolo || settings.approvals.mode === "off" || settings.approvals.headless_mode === "approve",
      allow: [...options.allow, ...settings.command_allowlist],
      deny: settings.approvals.deny,
      sudoPassword: (request.context.env["SUDO_PASSWORD"] ?? "") !== "",
      paths,
    }),
    cwd: () => state.current().cwd,
    platform: "cli",
    log,
  });
  return { kind: "tools", toolbox, toolsets };
}

function allTools(request: ToolsRequest, paths: PathRules, state: ShellState): readonly Tool[] {
  const { settings, home, context } = request;
  const memory = createFileMemory();
  const redact = redactor(settings);
  const { terminal, tool_output: output } = settings;
  return [
    createReadFileTool({ paths, memory, redact }),
    createWriteFileTool({ paths, memory, redact }),
    createSearchFilesTool({ paths, memory, redact, clock: context.clock }),
    createTerminalTool({
      shell: terminal.shell === "auto" ? "bash" : terminal.shell,
      state,
      clock: context.clock,
      userHome: paths.userHome,
      spillFolder: spillFolder(home),
      limits: {
        defaultSeconds: terminal.timeout,
        mostSeconds: terminal.max_foreground_timeout,
        outputChars: output.max_bytes,
        spillChars: 10_000_000,
      },
      redact: settings.security.redact_secrets ? redactSecrets : (text) => text,
      onRun: () => memory.somethingChanged(),
    }),
  ];
}

function pathRules({ home, settings, context, cwd }: ToolsRequest): PathRules {
  const safe = context.env["HERMES_WRITE_SAFE_ROOT"] ?? settings.security.write_safe_root;
  return {
    userHome: context.env["HOME"] ?? homedir(),
    hermesHome: home.path,
    roots: [workspaceRoot(cwd)],
    safeRoots: safe.split(delimiter).filter((root) => root !== ""),
  };
}

function redactor({ security }: Settings): (text: string) => string {
  return security.redact_secrets ? (text) => redactSecrets(text) : (text) => text;
}

export function spillFolder(home: Home): string {
  return join(home.path, "cache", "spill");
}
