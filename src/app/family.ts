import { createDelegateTool } from "../agent/delegate-tool.ts";
import type { Child, ChildRequest, SpawnChild } from "../agent/delegation/child.ts";
import { childTools } from "../agent/delegation/child-tools.ts";
import type { LivingChildren } from "../agent/delegation/living-children.ts";
import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import { costOf } from "../domain/cost.ts";
import type { CredentialPools } from "../domain/credential-pool.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import { OpenQuestions } from "../session/open-questions.ts";
import { seatEngine } from "../session/engine-seat.ts";
import { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionScope } from "../store/store.ts";
import type { FileChanges } from "../tools/files/file-changes.ts";
import type { ApprovalState } from "../tools/approval/approval-state.ts";
import { buildDetours } from "./build-detours.ts";
import { buildTools, spillFolder, taskLogFolder, type ToolExtensions, type ToolsRequest } from "./build-tools.ts";
import { childFallbacks, childRuntime } from "./child-runtime.ts";
import type { OpenSettings } from "./open-settings.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { reasoningSetting } from "./reasoning-setting.ts";

/** What children have from their parent: the same store, wire, clock, keys and rules. */
export type FamilyParts = {
  readonly opened: Pick<OpenSettings, "home" | "settings" | "secrets">;
  readonly deps: Omit<SessionDeps, keyof OwnParts>;
  readonly pools: CredentialPools;
  readonly memory: ProcessMemory;
  readonly reopen: () => Promise<Pick<OpenSettings, "settings" | "secrets" | "home"> | null>;
  readonly context: CommandContext;
  readonly options: RunOptions;
  readonly extensions: ToolExtensions;
  /** What of the store may be seen. */
  readonly scope: SessionScope | null;
  readonly workspace: string;
  /** Whose background processes are listed again after a restart. */
  readonly conversationId: string | null;
  readonly engineFor: EngineFactory;
  readonly promptFor: (cwd: string, surface: string) => SessionDeps["prompt"];
  readonly fileChanges: FileChanges;
  /** The parent's permissions are its children's. */
  readonly approvals: ApprovalState;
  /** Tools from outside, as far as they are there by now. */
  readonly foreignTools: () => readonly Tool[];
  /** Of the session these are the children of. */
  readonly depth: number;
  /** Who is at work for it. */
  readonly living: LivingChildren;
};

/** What every session has for itself. */
type OwnParts = Pick<
  SessionDeps,
  | "toolbox"
  | "lateTools"
  | "skills"
  | "tasks"
  | "notices"
  | "detours"
  | "questions"
  | "saveTrajectory"
  | "forgetShown"
  | "parent"
  | "children"
  | "resume"
  | "sessionId"
  | "close"
>;

export type Family = {
  readonly tool: Tool;
  /** Stops and closes the children that are still at work. */
  readonly close: () => Promise<void>;
};

/** The tool a session delegates with, and the children it has made. */
export function createFamily(parts: FamilyParts): Family {
  const { settings, home } = parts.opened;
  const { max_spawn_depth: maxDepth, max_concurrent_children: maxChildren } = settings.delegation;
  const { max_summary_chars: summaryChars, child_timeout_seconds: timeout } = settings.delegation;
  const living = new Set<Child>();
  const spawn: SpawnChild = async (request) => {
    const made = makeChild(request, parts, (child) => living.delete(child));
    if (made.kind === "child") living.add(made);
    return made;
  };
  return {
    tool: createDelegateTool({
      spawn,
      living: parts.living,
      rules: {
        depth: parts.depth,
        maxDepth,
        maxChildren,
        timeoutMs: timeout === 0 ? null : timeout * 1_000,
        summaryChars,
        spillFolder: spillFolder(home),
        logFolder: parts.options.ephemeral ? null : taskLogFolder(home),
      },
      clock: parts.context.clock,
      rng: parts.context.rng,
      onDone: (goal, summary, childId) => parts.deps.outsideMemory?.delegated(goal, summary, childId),
    }),
    close: async () => {
      await Promise.all([...living].map((child) => child.close()));
    },
  };
}

function makeChild(
  request: ChildRequest,
  parts: FamilyParts,
  onClosed: (child: Child) => void,
): Awaited<ReturnType<SpawnChild>> {
  const { opened, deps, context } = parts;
  const found = childRuntime(opened, deps.runtime);
  if (found.kind === "problem") return { kind: "refused", message: `delegation: ${found.problem.message}` };
  const own = { ...deps, ...ownDeps(request, found.value, parts) };
  const children = parts.living.under(request.id);
  const family = createFamily({ ...parts, deps: own, depth: parts.depth + 1, living: children });
  const tools = buildTools({
    ...opened,
    ...own,
    options: parts.options,
    context,
    cwd: request.parent.cwd,
    workspace: parts.workspace,
    scope: parts.scope,
    fileChanges: parts.fileChanges,
    conversationId: parts.conversationId,
    extensions: parts.extensions,
    approvals: parts.approvals,
    child: inFamily(request),
    beforeChange: request.parent.beforeChange,
    questions: null,
    agentTools: [family.tool, ...parts.foreignTools()],
    memory: parts.memory,
    names: childTools(request.parent.enabledTools, request.orchestrator),
  });
  if (tools.kind === "refused") return tools;
  const detours = buildDetours({ ...parts, ...own, entries: childFallbacks(opened.settings) });
  const parent = { sessionId: request.parent.sessionId, calledAtMs: request.startedAtMs };
  const fresh = {
    parent,
    children,
    lateTools: null,
    questions: new OpenQuestions(context.clock),
    saveTrajectory: null,
    resume: null,
    sessionId: null,
  };
  const { toolbox, skills, tasks, shell, forgetShown } = tools;
  const close = async (): Promise<void> => {
    await family.close();
    await shell.close();
  };
  const kept = { toolbox, skills, tasks, forgetShown, notices: shell.notices, detours };
  const session = new Session({ ...own, ...fresh, ...kept, close });
  return childOf(session, { id: request.id, store: deps.store, runtime: found.value, onClosed });
}

/** What is the child's own: model, budget, place, prompt and view of the context. */
function ownDeps({ parent }: ChildRequest, runtime: Runtime, parts: FamilyParts) {
  const { opened, deps, context, engineFor, promptFor } = parts;
  const { delegation } = opened.settings;
  const { runBudgetMs } = deps.limits;
  const usedMs = context.clock.now() - parent.turnStartedMs;
  return {
    runtime,
    limits: {
      ...deps.limits,
      maxSteps: delegation.max_iterations,
      runBudgetMs: runBudgetMs === null ? null : Math.max(0, runBudgetMs - usedMs), // the parent's time, not more of it
    },
    compression: { ...deps.compression, seat: seatEngine(engineFor, { runtime, log: deps.log, clock: context.clock }) },
    reasoning: delegation.reasoning_effort === "" ? deps.reasoning : reasoningSetting(delegation.reasoning_effort),
    place: { ...deps.place, cwd: parent.cwd, source: "subagent", toolsets: [], passSessionId: false },
    prompt: promptFor(parent.cwd, "subagent"),
    ephemeralSystemPrompt: null,
    prefill: [],
    contextSources: [],
    outsideMemory: null,
    providerBlock: null,
  };
}

/** Whoever is asked knows for whom, through the call that made the child. */
function inFamily({ goal, parent: { people } }: ChildRequest): NonNullable<ToolsRequest["child"]> {
  return people === undefined ? { goal } : { goal, above: people };
}

type Raised = {
  readonly id: string;
  readonly store: SessionDeps["store"];
  readonly runtime: Runtime;
  readonly onClosed: (child: Child) => void;
};

function childOf(session: Session, { id, store, runtime: { prices }, onClosed }: Raised): Child {
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await session.close();
    await store.sessions.end(session.info.sessionId, "user_exit");
    onClosed(child);
  };
  const { sessionId, model, provider } = session.info;
  const child: Child = {
    kind: "child",
    sessionId,
    model,
    provider,
    send: (content) => session.send({ content, taskId: id }),
    interrupt: () => session.interrupt(),
    steer: (text) => session.steer(text),
    takeSteer: () => session.takeSteer(),
    costOf: (usage) => (prices === undefined ? null : costOf(usage, prices)),
    close: () => (closed ??= close()),
  };
  return child;
}
