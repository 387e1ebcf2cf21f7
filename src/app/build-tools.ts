import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Toolbox, ToolRules } from "../agent/tools/toolbox.ts";
import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { ApprovalChannel, ApprovalHooks, Approver } from "../domain/approval.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TaskList } from "../domain/task-list.ts";
import type { Tool } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import type { WebBackend } from "../domain/web-backend.ts";
import { realPath, type PathRules } from "../safety/paths.ts";
import type { OpenQuestions } from "../session/open-questions.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import { createToolbox, type ToolboxDeps } from "../session/toolbox.ts";
import type { ApprovalState } from "../tools/approval/approval-state.ts";
import { createSessionSearchTool } from "../store/session-search-tool.ts";
import type { SessionScope, Store } from "../store/store.ts";
import { createClarifyTool } from "../tools/clarify.ts";
import type { FileChanges } from "../tools/files/file-changes.ts";
import { resultLimitFor, type ResultLimits } from "../tools/result-limit.ts";
import { createShellState, type ShellState } from "../tools/terminal/shell-state.ts";
import { createTodo } from "../tools/todo/todo-tool.ts";
import { buildAwayFiles, commandRules } from "./build-away-files.ts";
import { buildApprover } from "./build-approver.ts";
import { countingRedactor } from "./counting-redactor.ts";
import { buildCode } from "./build-code.ts";
import { buildFileTools } from "./build-file-tools.ts";
import { type BuiltShell, buildShell, type ShellRequest } from "./build-shell.ts";
import { commandsRun, firstShell } from "./build-backend.ts";
import { buildSkills } from "./build-skills.ts";
import { type BuiltWeb, buildWeb } from "./build-web.ts";
import type { Refusal } from "./open-settings.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { createToolList, type ToolList } from "./tool-list.ts";
import { workspaceRoot } from "./workspace-root.ts";

export type ToolsRequest = Pick<ShellRequest, "secrets" | "conversationId" | "tell" | "askPassword"> & {
  readonly home: Home;
  readonly settings: Settings;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly options: Pick<RunOptions, "toolsets" | "addDirs" | "yolo" | "allow" | "source">;
  readonly context: Pick<CommandContext, "env" | "clock" | "rng">;
  readonly memory: ProcessMemory;
  /** Where commands start. */
  readonly cwd: string;
  readonly store: Store;
  /** What of the store this session may see; null where that is everything, on the owner's own machine. */
  readonly scope: SessionScope | null;
  /** Where files may be written; a child's is its parent's, wherever the parent's shell stands. */
  readonly workspace: string;
  readonly extensions?: ToolExtensions;
  /** Tools of the agent itself; the toolsets choose among them as among the others. */
  readonly agentTools: readonly Tool[];
  /** Tools of an outside memory: they come with the memory tool, behind all others. */
  readonly providerTools?: readonly Tool[];
  /** Tools of the context engine: behind the ordinary ones. */
  readonly engineTools?: readonly Tool[];
  /** These and no others, whatever toolsets say: the tools of a child. */
  readonly names?: readonly string[];
  /** null: nobody is there to be asked. */
  readonly questions: OpenQuestions | null;
  readonly fileChanges: FileChanges;
  /** Where questions for permission go; absent: nowhere. */
  readonly permissions?: OpenQuestions | null;
  readonly approvals: ApprovalState;
  /** Side models, for a second opinion on commands. */
  readonly auxiliary?: Auxiliary;
  /** The child these tools are for, and the way to people of the call that made it. */
  readonly child?: {
    readonly goal: string;
    readonly above?: ApprovalChannel;
  };
  /** Keeps what is there before something changes; a child's is that of the call which made it. */
  readonly beforeChange?: ToolboxDeps["beforeChange"];
};

/** What a program that embeds the agent brings along. */
export type ToolExtensions = {
  readonly tools?: readonly Tool[];
  readonly hooks?: readonly ToolHooks[];
  /** Asked where neither a rule nor a setting has decided. */
  readonly approver?: Approver;
  readonly approvalHooks?: readonly ApprovalHooks[];
  /** Services that search the web, besides those that are known. */
  readonly webBackends?: readonly WebBackend[];
  /** Of plugins: a tool that is there already keeps its name. */
  readonly plugged?: readonly Tool[];
  readonly skillDirs?: readonly { readonly path: string; readonly plugin: string }[];
};

type Built = {
  readonly kind: "tools";
  readonly toolbox: Toolbox;
  readonly skills: SkillLibrary;
  readonly tasks: TaskList | null;
  readonly shell: BuiltShell;
  readonly approver: Approver;
  readonly web: BuiltWeb;
  readonly list: ToolList;
  /** What was read may be read again: the conversation no longer holds it. */
  readonly forgetShown: () => void;
};

/** The session's tools: chosen by name, wired to the machine, frozen. */
export function buildTools(request: ToolsRequest): Built | Refusal {
  const { log, extensions = {} } = request;
  const paths = pathRules(request, () => commandsRun(shell.backend));
  const state = createShellState(firstShell(request));
  const skills = skillsOf(request, state);
  const todo = createTodo();
  const onRun = (): void => request.fileChanges.somethingChanged();
  const shell = buildShell(request, { ...paths, state, onRun, spillFolder: spillFolder(request.home) });
  const away = buildAwayFiles(request, shell.backend, paths);
  const files = fileTools(request, paths, { env: state.current().env, site: away.site });
  const code = buildCode(request, {
    backend: shell.backend,
    roots: paths.roots,
    state,
    onRun,
    redact: redactor(request),
  });
  const web = buildWeb({ ...request, paths, redact: redactor(request), spillFolder: spillFolder(request.home) });
  const ordinary = [...files.tools, ...shell.tools, code, ...web.tools, todo.tool, ...skills.tools];
  const tools = [...plainTools(request), ...ordinary, ...request.agentTools];
  const list = createToolList(request, tools, skills.settle);
  if (list.kind === "refused") return list;
  const approver = approverOf(request, { paths: commandRules(paths), filePaths: away.rules }, shell);
  const toolbox = createToolbox({
    registry: list.registry,
    rules: { limits: resultLimits(request), redact: redactor(request), installation: import.meta.dirname },
    toolRules: toolRules(request),
    hooks: extensions.hooks ?? [],
    approver,
    questions: request.questions,
    permissions: request.permissions ?? null,
    ...(request.child?.above === undefined ? {} : { above: request.child.above }),
    cwd: () => state.current().cwd,
    userHome: paths.userHome,
    foldsCase: process.platform === "darwin" || process.platform === "win32",
    platform: "cli",
    log,
    ...(request.beforeChange === undefined ? {} : { beforeChange: request.beforeChange }),
  });
  const tasks = list.registry.tools.includes(todo.tool) ? todo.tasks : null;
  const forgetShown = (): void => {
    files.forgetShown();
    skills.forgetShown();
  };
  return { kind: "tools", toolbox, tasks, skills: skills.library, shell, approver, web, list, forgetShown };
}

function skillsOf(request: ToolsRequest, state: ShellState): ReturnType<typeof buildSkills> {
  return buildSkills({
    ...request,
    surface: request.options.source ?? "cli",
    ...request.memory.skills,
    handOn: (variables) => {
      const current = state.current();
      state.replace({ ...current, env: { ...current.env, ...variables } });
    },
  });
}

function resultLimits({ settings, runtime, home }: ToolsRequest): ResultLimits {
  const { result_size_chars: resultChars, preview_size_chars: previewChars } = settings.tool_budget;
  const chars = resultLimitFor(runtime.contextLength, resultChars);
  return { resultChars: chars, previewChars, spillFolder: spillFolder(home) };
}

function toolRules(request: ToolsRequest): ToolRules {
  const { timeouts, tool_loop_guardrails: guardrails, tool_budget: budget } = request.settings;
  const { concurrent_batch: batch, sequential_call: call } = timeouts.tools;
  return {
    deadlines: { batchMs: batch * 1_000, callMs: call * 1_000 },
    guardrails,
    limits: resultLimits(request),
    stepChars: budget.turn_size_chars,
    mostSpawns: request.settings.delegation.max_concurrent_children,
  };
}

type Judged = { readonly paths: PathRules; readonly filePaths: PathRules };

function approverOf(request: ToolsRequest, judged: Judged, shell: BuiltShell): Approver {
  const { context, extensions = {}, auxiliary, runtime, child, fileChanges: files } = request;
  return buildApprover({
    ...request,
    ...context,
    ...judged,
    facts: {
      get isolation() {
        return shell.backend.isolation; // asked for when it matters: finding out costs a process
      },
      wroteFile: files.wasWritten,
      startedProcess: shell.startedProcess,
    },
    noteWritten: (path) => files.noteWritten(realPath(path)),
    ...(extensions.approver === undefined ? {} : { approver: extensions.approver }),
    ...(extensions.approvalHooks === undefined ? {} : { hooks: extensions.approvalHooks }),
    ...(auxiliary === undefined ? {} : { side: { auxiliary, runtime } }),
    child: child?.goal,
  });
}

function plainTools(request: ToolsRequest): readonly Tool[] {
  const { settings, context } = request;
  const clarify = createClarifyTool({ clock: context.clock, timeoutMs: settings.agent.clarify_timeout * 1_000 });
  return [...(request.questions === null ? [] : [clarify]), createSessionSearchTool(request)];
}

type FilesAt = Pick<Parameters<typeof buildFileTools>[0], "env" | "site">;

function fileTools(request: ToolsRequest, paths: PathRules, at: FilesAt) {
  const { settings, context, fileChanges: changes } = request;
  const { max_lines: lines, max_line_length: lineChars } = settings.tool_output;
  const limits = { lines, lineChars, chars: settings.file_read_max_chars };
  return buildFileTools({ paths, redact: redactor(request), changes, clock: context.clock, limits, ...at });
}

type PathParts = Pick<ToolsRequest, "home" | "settings" | "workspace"> & {
  readonly context: Pick<CommandContext, "env">;
  readonly options: Pick<RunOptions, "addDirs">;
};

export function pathRules(
  { home, settings, context, workspace, options }: PathParts,
  place?: PathRules["commandsRun"],
): PathRules {
  const safe = context.env["HERMES_WRITE_SAFE_ROOT"] ?? settings.security.write_safe_root;
  return {
    userHome: context.env["HOME"] ?? homedir(),
    hermesHome: home.path,
    roots: [workspaceRoot(workspace), ...options.addDirs],
    commandsRun: place,
    safeRoots: safe.split(delimiter).filter((root) => root !== ""),
  };
}

function redactor({ settings, log }: Pick<ToolsRequest, "settings" | "log">): (text: string) => string {
  const redact = countingRedactor(settings, log);
  return (text) => redact(text);
}

export function taskLogFolder(home: Home): string {
  return join(home.path, "cache", "delegation");
}

export function spillFolder(home: Home): string {
  return join(home.path, "cache", "spill");
}
