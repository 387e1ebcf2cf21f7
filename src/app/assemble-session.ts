import type { EngineFactory } from "../domain/engine-context.ts";
import { seatEngine } from "../session/engine-seat.ts";
import { compressionSettings } from "./build-engine.ts";
import type { Clock } from "../domain/clock.ts";
import { LivingChildren } from "../agent/delegation/living-children.ts";
import { sweepTaskLogs } from "../agent/delegation/task-log.ts";
import type { RunOptions } from "../commands/run-options.ts";
import { engineTools } from "../context/engines/engine-tools.ts";
import { readableHistory } from "../context/readable-history.ts";
import type { MemoryProvider } from "../domain/memory-provider.ts";
import { injectionScan } from "./injection-scan.ts";
import { OpenQuestions } from "../session/open-questions.ts";
import { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { skillsNamed } from "../skills/invoke-skills.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import { sweepSpills } from "../tools/spill.ts";
import { skillsPhrases } from "../text/phrases/skills.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { buildModelClient } from "./build-model-client.ts";
import { buildDetours, buildPools } from "./build-detours.ts";
import { buildMcp } from "./build-mcp.ts";
import { buildMemory } from "./build-memory.ts";
import { buildOutsideMemory } from "./build-outside-memory.ts";
import { createFileChanges } from "../tools/files/file-changes.ts";
import { buildCheckpoints, checkpointHooks } from "./build-checkpoints.ts";
import type { SessionCheckpoints } from "../tools/checkpoints/session-checkpoints.ts";
import { buildTools, spillFolder, taskLogFolder, type ToolsRequest } from "./build-tools.ts";
import type { BuiltWeb } from "./build-web.ts";
import { newApprovals } from "./build-approver.ts";
import { ephemeralPrompt, prefillOf } from "./call-time-texts.ts";
import { backendName } from "./backend-name.ts";
import { buildAuxiliary } from "./build-auxiliary.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { exitCodes } from "./exit-codes.ts";
import { createFamily } from "./family.ts";
import { openSettings, refused, type OpenSettings } from "./open-settings.ts";
import { promptSettings } from "./prompt-settings.ts";
import { commandEnvironment } from "./command-environment.ts";
import { type SessionPlugins } from "./open-plugins.ts";
import { sessionPlace, sessionScope } from "./session-place.ts";
import { sessionSlash } from "./session-slash.ts";
import { followWindows } from "./served-windows.ts";
import { sessionSettings } from "./session-settings.ts";
import { trajectoryFiles, trajectoryFolder } from "./trajectory-file.ts";
import type { Opened, SessionOpening, SessionRequest } from "./session-request.ts";
import type { Start } from "./open-session.ts";

type Found = Start & { readonly plugins: SessionPlugins };

export async function assemble(request: SessionRequest, opened: Opened, found: Found): Promise<SessionOpening> {
  const { call, options } = request;
  const { row, cwd, addDirs, sessionId, purse, plugins } = found;
  const { context } = call;
  const { clock, rng } = context;
  const place = sessionPlace(request, opened, cwd);
  const { takeNotices, onEvent } = plugins;
  const engineFor = request.contextEngine ?? plugins.engineFor;
  const shared = { ...sharedParts({ ...request, options: { ...options, addDirs } }, opened), engineFor };
  const checkpoints = buildCheckpoints({ ...opened, ...shared, workspace: cwd });
  const prompt = { ...shared.promptFor(cwd, place.source), pluginSections: plugins.promptSections };
  const settled = { ...settledParts(request, opened), prompt };
  const plugged = plugins.memoryProvider;
  const { remembered, outside, memoryTools } = await memoryOf(request, opened, { place, sessionId, row, plugged });
  const { detours, ...wires } = await wiresOf(request, opened, shared);
  const childEnv = commandEnvironment(context.env, opened.settings);
  const contextSources = [...outside.sources, ...settled.contextSources];
  const compression = compressionOf(engineFor, opened, clock);
  const turnHooks = [...settled.turnHooks, ...checkpointHooks(checkpoints)];
  const own = { turnHooks, compression, purse, contextSources, place, clock, rng, childEnv };
  const deps = { ...settled, ...opened, ...remembered, ...wires, ...own, approvals: shared.approvals };
  const conversationId = conversationOf(row, sessionId, options);
  const mcp = await buildMcp({ ...opened, ...wires, ...whoIsThere(request), context, workspace: cwd });
  const lineage = { conversationId, foreignTools: mcp.tools, workspace: cwd, depth: 0, living: new LivingChildren() };
  const family = createFamily({ ...shared, ...lineage, opened, deps });
  const questions = new OpenQuestions(clock);
  const agentTools = [family.tool, ...memoryTools];
  const providerTools = outside.host?.tools(agentTools.map(({ name }) => name)) ?? [];
  const here = { cwd, workspace: cwd, conversationId, auxiliary: wires.auxiliary, ...listeners(request, questions) };
  const behind = { providerTools, engineTools: engineTools(compression.seat.engine, opened.log) };
  const tools = buildTools({ ...opened, ...shared, ...here, ...behind, ...keeping(checkpoints), agentTools });
  if (tools.kind === "refused") return mcp.close().then(() => tools);
  const { toolbox, skills, tasks, shell, forgetShown } = tools;
  const { readPage } = tellWarnings(tools.web, request);
  const endShell = async (): Promise<void> => tellEnded(await shell.close(), request);
  const endCheckpoints = async (): Promise<void> => checkpoints?.close();
  const endMemory = async (): Promise<void> => outside.host?.close();
  const close = closing(opened, clock, [family.close, endShell, endCheckpoints, mcp.close, plugins.close, endMemory]);
  await skills.ready();
  const preload = preloaded(skills, request);
  if (preload.kind === "refused") {
    await close();
    return preload;
  }
  const { notices } = shell;
  const fresh = { toolbox, forgetShown, skills, tasks, notices, detours, questions, parent: null, sessionId, close };
  const { startedFrom = null } = request;
  const origin = { children: lineage.living, startedFrom };
  const told = { takeNotices, onEvent, readPage, lateTools: mcp.late(tools.list) };
  const session = new Session({ ...deps, ...fresh, ...told, ...origin, preloadedSkills: preload.skills, resume: row });
  const { addCosts } = opened.store.sessions;
  const { replaces = null } = request;
  plugins.serve({ session, toolbox, auxiliary: wires.auxiliary, runtime: opened.runtime, purse, addCosts, replaces });
  const slash = { ...plugins.slash, ...sessionSlash(session, tools) };
  const backend = (): string => shell.backend.name; // finding out may start a program
  const skillCount = (): number => skills.visible().length;
  return { kind: "opened", session, shell: shell.forPerson(tools.approver), skillCount, backend, slash };
}

function compressionOf(engineFor: EngineFactory, opened: Opened, clock: Clock) {
  const seat = seatEngine(engineFor, { runtime: opened.runtime, log: opened.log, clock });
  const inputs = runtimeInputs(opened, { model: null, provider: null });
  return compressionSettings({ ...opened, seat, inputs });
}

/** What of the settings for the web could not be followed. */
function tellWarnings(web: BuiltWeb, { call, options }: SessionRequest): BuiltWeb {
  if (!options.quiet) for (const text of web.warnings) call.terminal.err(`${say.warning(text)}\n`);
  return web;
}

/** The skills of `-s`. A name that is none is a warning, and nothing but such names a mistake. */
function preloaded(library: SkillLibrary, { call, options }: SessionRequest) {
  const { skills, unknown } = skillsNamed(options.skills, library);
  if (unknown.length > 0 && skills.length === 0) return refused(skillsPhrases.preloadMissing(unknown), exitCodes.usage);
  if (unknown.length > 0 && !options.quiet)
    call.terminal.err(`${say.warning(skillsPhrases.unknownPreload(unknown))}\n`);
  return { kind: "skills", skills } as const;
}

function settledParts(request: SessionRequest, opened: Opened) {
  const { options, call, looksBack = false, canBeAsked = false, saveTrajectories = false } = request;
  const isInteractive = looksBack || canBeAsked; // somebody sits in front of it
  return {
    ...sessionSettings({ ...opened, looksBack, isInteractive }, options, call.context.env),
    ...turnExtras(request, opened),
    windowNow: followWindows({ ...request, ...opened, context: call.context, asked: opened.memory.askedServers }),
    saveTrajectory: saveTrajectories ? trajectoryFiles(trajectoryFolder(opened.home)) : null,
  };
}

/** Null where nothing is written down. */
function conversationOf(row: SessionDeps["resume"], sessionId: string, { ephemeral }: RunOptions): string | null {
  return ephemeral ? null : (row?.conversation_id ?? sessionId);
}

function whoIsThere({ looksBack = false, onlyLooks = false }: SessionRequest) {
  return { isInteractive: looksBack, staysSilent: onlyLooks };
}

/** In order: who may still write comes before what is written to. */
function closing(
  { home, store, models }: Opened,
  clock: Clock,
  parts: readonly (() => Promise<void>)[],
): SessionDeps["close"] {
  return async () => {
    for (const close of parts) await close();
    models.save();
    sweepSpills(spillFolder(home), clock.now());
    sweepTaskLogs(taskLogFolder(home), clock.now());
    store[Symbol.dispose]();
  };
}

/** Background processes do not outlive their session, and nobody should have to wonder where they went. */
function tellEnded(commands: readonly string[], { call, options }: SessionRequest): void {
  if (commands.length > 0 && !options.quiet) call.terminal.err(`${say.endedProcesses(commands)}\n`);
}

function keeping(checkpoints: SessionCheckpoints | null): Pick<ToolsRequest, "beforeChange"> {
  return checkpoints === null ? {} : { beforeChange: checkpoints.before };
}

function listeners(request: SessionRequest, questions: OpenQuestions) {
  const { canBeAsked, answersPermissions, askPassword, call, options } = request;
  return {
    askPassword,
    tell: options.quiet ? undefined : (line: string) => call.terminal.err(`${say.warning(line)}\n`),
    questions: canBeAsked === true ? questions : null,
    permissions: answersPermissions === true ? questions : null,
  };
}

type MemoryPlace = {
  readonly place: SessionDeps["place"];
  readonly sessionId: string;
  readonly row: SessionDeps["resume"];
  readonly plugged: MemoryProvider | null;
};

/** What the session remembers in its two files, and beyond them where a provider was chosen. */
async function memoryOf(request: SessionRequest, opened: Opened, { place, sessionId, row, plugged }: MemoryPlace) {
  const { call } = request;
  const { home, settings, secrets, store, log } = opened;
  const scan = injectionScan;
  const outside = await buildOutsideMemory({
    name: settings.memory.provider,
    place,
    sessionId,
    buildsPrompt: row === null,
    staysSilent: request.onlyLooks === true,
    store,
    scope: sessionScope(request),
    context: call.context,
    secret: (name) => secrets.secret(name)?.reveal(),
    log,
    scan,
    plugged,
  });
  const { stores, tool } = buildMemory({
    home: home.path,
    settings: settings.memory,
    log,
    time: call.context,
    scan,
    interactive: call.terminal.inIsTty && request.answersPermissions === true,
    onWrite: (write) => outside.host?.memoryWritten(write),
  });
  const remembered = {
    memorySnapshot: stores.snapshot,
    outsideMemory: outside.host,
    providerBlock: outside.block,
  } satisfies Partial<SessionDeps>;
  return { remembered, outside, memoryTools: tool === null ? [] : [tool] };
}

/** The ways to models: the main one, those beside it, and what is tried when one fails. */
async function wiresOf(request: SessionRequest, opened: Opened, shared: ReturnType<typeof sharedParts>) {
  const { context } = request.call;
  const model = await buildModelClient(opened, context, request);
  const detours = buildDetours({ ...opened, ...shared, opened, entries: opened.settings.fallback_providers });
  const inputs = runtimeInputs(opened, { model: null, provider: null });
  const { refresh } = detours;
  const auxiliary = buildAuxiliary({ ...opened, ...shared, inputs, client: model, refresh, clock: context.clock });
  return { model, detours, auxiliary };
}

/** What a session and its children are made with. */
function sharedParts(request: SessionRequest, opened: Opened) {
  const { call, options, settings: flags, extensions = {} } = request;
  const { context } = call;
  return {
    context,
    options,
    extensions,
    scope: sessionScope(request),
    memory: opened.memory,
    fileChanges: createFileChanges(),
    pools: buildPools({ opened, context, log: opened.log }),
    promptFor: (cwd: string, surface: string) =>
      promptSettings(opened.settings, {
        cwd,
        surface,
        env: context.env,
        backendName: () => backendName(opened, context),
      }),
    approvals: newApprovals(opened.settings, options),
    reopen: async (): Promise<OpenSettings | null> => {
      const now = await openSettings(context, flags);
      return now.kind === "open" ? now : null;
    },
  };
}

/** What goes along with every request and is stored nowhere. */
function turnExtras(request: SessionRequest, { settings, home, log }: Opened) {
  const { contextSources = [], overrides = {}, options, call } = request;
  const { env } = call.context;
  const written = prefillOf(settings, env, home.path);
  if (written.warning !== null) {
    log("warning", "prefill.unreadable", { text: written.warning });
    if (!options.quiet) call.terminal.err(`${say.warning(written.warning)}\n`);
  }
  return {
    contextSources,
    overrides,
    turnHooks: request.turnHooks ?? [],
    prefill: readableHistory(request.prefill ?? written.messages),
    ephemeralSystemPrompt: ephemeralPrompt(settings, env, options),
  } satisfies Partial<SessionDeps>;
}
