import { homedir } from "node:os";
import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Tree } from "../config/tree.ts";
import { readableHistory } from "../context/readable-history.ts";
import type { Log } from "../domain/log.ts";
import type { Message } from "../domain/message.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { childEnvironment } from "../safety/child-env.ts";
import { injectionScan } from "./injection-scan.ts";
import { createModelMemory, type ModelMemory } from "../provider/catalog/model-memory.ts";
import { newSessionId } from "../store/session-id.ts";
import { OpenQuestions } from "../session/open-questions.ts";
import { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionScope, Store } from "../store/store.ts";
import { skillsNamed } from "../skills/invoke-skills.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import { sweepSpills } from "../tools/spill.ts";
import { agentPhrases } from "../text/phrases/agent.ts";
import { skillsPhrases } from "../text/phrases/skills.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { buildModelClient, type WireChoice } from "./build-model-client.ts";
import { buildDetours, buildPools } from "./build-detours.ts";
import { buildMemory } from "./build-memory.ts";
import { buildOutsideMemory } from "./build-outside-memory.ts";
import { buildTools, spillFolder, type ToolExtensions } from "./build-tools.ts";
import { askForChildren } from "./child-approver.ts";
import { ephemeralPrompt, prefillOf } from "./call-time-texts.ts";
import { buildAuxiliary } from "./build-auxiliary.ts";
import { chooseRuntime, runtimeInputs } from "./choose-runtime.ts";
import { chooseSession } from "./choose-session.ts";
import { exitCodes } from "./exit-codes.ts";
import { createFamily } from "./family.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { openSettings, refused, type OpenSettings, type Refusal } from "./open-settings.ts";
import { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
import { promptSettings } from "./prompt-settings.ts";
import { runtimeToLookAt } from "./runtime-to-look-at.ts";
import { sessionLog } from "./session-log.ts";
import { engineFor, sessionSettings } from "./session-settings.ts";
import { workFolders } from "./start-folder.ts";
import { trajectoryFiles, trajectoryFolder } from "./trajectory-file.ts";

export type SessionRequest = WireChoice & {
  readonly call: CommandCall;
  readonly options: RunOptions;
  /** Settings that beat the file, like flags. */
  readonly settings?: Tree;
  readonly extensions?: ToolExtensions;
  readonly turnHooks?: readonly TurnHooks[];
  /** Each turn leaves a line in the home's `trajectories`. */
  readonly saveTrajectories?: boolean;
  /** What other sessions of the process have learned; nothing, unless given. */
  readonly memory?: ProcessMemory;
  /** Between questions the agent may look back on its own and remember what matters. */
  readonly looksBack?: boolean;
  /** Somebody hears questions and answers them. */
  readonly canBeAsked?: boolean;
  readonly contextSources?: readonly TurnContextSource[];
  readonly prefill?: readonly Message[];
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** What other sessions it may see; all of them, unless the surface is shared with others. */
  readonly scope?: SessionScope | null;
  /** Nothing will be sent: no key is needed, and nobody outside is asked. */
  readonly onlyLooks?: boolean;
};

/** What is known once the person's settings were read and the database stands open. */
type Opened = OpenSettings & {
  readonly log: Log;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly memory: ProcessMemory;
  readonly models: ModelMemory;
};

export type SessionOpening = { readonly kind: "opened"; readonly session: Session } | Refusal;

/** From flags and files to a session that can be talked to, or the line and exit code that say why not. */
export async function openSession(request: SessionRequest): Promise<SessionOpening> {
  const { call, options } = request;
  const settings = await openSettings(call.context, { ...settingFlags(options), ...request.settings });
  if (settings.kind === "refused") return settings;
  if (!options.quiet) for (const text of settings.warnings) call.terminal.err(`${say.warning(text)}\n`);
  const log = sessionLog(settings, call.context.clock);
  for (const text of settings.warnings) log("warning", "config.warning", { text });
  const memory = request.memory ?? emptyProcessMemory();
  const choose = request.onlyLooks === true ? runtimeToLookAt : chooseRuntime;
  const chosen = choose(settings, options, memory.fallback);
  if (chosen.kind === "refused") return chosen;
  const unpriced = costProblem(chosen.runtime, settings.settings.agent.max_cost_usd);
  if (unpriced !== null) return refused(unpriced, exitCodes.usage);
  const place = options.ephemeral ? null : settings.home.path;
  const opening = await openHomeStore(place, call.context, log);
  if (opening.kind === "refused") return refused(opening.message, exitCodes.failed);
  const { store } = opening;
  const models = createModelMemory({ home: settings.home.path, clock: call.context.clock, log });
  const opened = { ...settings, log, runtime: chosen.runtime, store, memory, models };
  const session = await build(request, opened).catch(unreadable);
  if (session.kind === "refused") store[Symbol.dispose]();
  return session;
}

/** A limit that cannot be kept is no limit. */
function costProblem({ provider, model, prices }: Runtime, maxCostUsd: number): string | null {
  return maxCostUsd > 0 && prices === undefined ? agentPhrases.noPrice(provider, model) : null;
}

/** A disk that fails while the session is looked up. */
function unreadable(error: unknown): Refusal {
  if (error instanceof PersistenceError) return refused(error.message, exitCodes.failed);
  throw error;
}

async function build(request: SessionRequest, opened: Opened): Promise<SessionOpening> {
  const start = await startOf(request, opened);
  if (start.kind === "refused") return start;
  const { row, cwd, addDirs, sessionId, purse } = start;
  const { options, call } = request;
  const { context } = call;
  const { clock, rng } = context;
  const place = placeOf(request, opened, cwd);
  const shared = sharedParts({ ...request, options: { ...options, addDirs } }, opened);
  const prompt = shared.promptFor(cwd, place.source);
  const settled = { ...settledParts(request, opened), prompt };
  const { remembered, outside, memoryTools } = await memoryOf(request, opened, { place, sessionId, row });
  const { detours, ...wires } = await wiresOf(request, opened, shared);
  const childEnv = childEnvironment(context.env, opened.settings.terminal.env_passthrough);
  const contextSources = [...outside.sources, ...settled.contextSources];
  const own = { purse, contextSources, place, clock, rng, childEnv };
  const deps = { ...settled, ...opened, ...remembered, ...wires, ...own };
  const family = createFamily({ ...shared, opened, deps, workspace: cwd, depth: 0 });
  const questions = new OpenQuestions();
  const agentTools = [family.tool, ...memoryTools];
  const providerTools = outside.host?.tools(agentTools.map(({ name }) => name)) ?? [];
  const { canBeAsked = false } = request;
  const here = { cwd, workspace: cwd, questions: canBeAsked ? questions : null };
  const tools = buildTools({ ...opened, ...shared, ...here, agentTools, providerTools });
  if (tools.kind === "refused") return tools;
  const close = async (): Promise<void> => {
    await family.close();
    await outside.host?.close();
    opened.models.save();
    sweepSpills(spillFolder(opened.home), clock.now());
    opened.store[Symbol.dispose]();
  };
  const { toolbox, skills, tasks } = tools;
  await skills.ready();
  const preload = preloaded(skills, request);
  if (preload.kind === "refused") {
    await close();
    return preload;
  }
  const fresh = { toolbox, skills, tasks, detours, questions, parent: null, sessionId, close };
  const session = new Session({ ...deps, ...fresh, preloadedSkills: preload.skills, resume: row });
  return { kind: "opened", session };
}

/** Which conversation goes on, and in which folders it works. */
async function startOf({ call, options }: SessionRequest, { store }: Opened) {
  const { clock, rng, cwd } = call.context;
  if (store.readOnly !== null) return refused(store.readOnly, exitCodes.failed);
  const resume = await chooseSession(store, options, call.context);
  if (resume.kind === "refused") return resume;
  const { row } = resume;
  const folders = workFolders(options, row, cwd);
  if (folders.kind === "refused") return folders;
  const sessionId = row?.id ?? newSessionId(clock, rng);
  const purse = { spentUsd: row?.cost_usd ?? 0 };
  return { kind: "start", row, sessionId, purse, cwd: folders.start, addDirs: folders.added } as const;
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
    saveTrajectory: saveTrajectories ? trajectoryFiles(trajectoryFolder(opened.home)) : null,
  };
}

type MemoryPlace = {
  readonly place: SessionDeps["place"];
  readonly sessionId: string;
  readonly row: SessionDeps["resume"];
};

/** What the session remembers in its two files, and beyond them where a provider was chosen. */
async function memoryOf(request: SessionRequest, opened: Opened, { place, sessionId, row }: MemoryPlace) {
  const { call, scope = null } = request;
  const { home, settings, secrets, store, log } = opened;
  const scan = injectionScan;
  const outside = await buildOutsideMemory({
    name: settings.memory.provider,
    place,
    sessionId,
    buildsPrompt: row === null,
    staysSilent: request.onlyLooks === true,
    store,
    scope,
    context: call.context,
    secret: (name) => secrets.secret(name)?.reveal(),
    log,
    scan,
  });
  const { stores, tool } = buildMemory({
    home: home.path,
    settings: settings.memory,
    log,
    time: call.context,
    scan,
    interactive: call.terminal.inIsTty && call.terminal.ask !== undefined,
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
  const { call, options, settings: flags, extensions = {}, scope = null } = request;
  const { context } = call;
  return {
    context,
    options,
    extensions,
    scope,
    memory: opened.memory,
    pools: buildPools({ opened, context, log: opened.log }),
    engineFor: engineFor(opened.settings),
    promptFor: (cwd: string, surface: string) => promptSettings(opened.settings, { cwd, surface, env: context.env }),
    askFor: askForChildren(extensions.approver, opened.settings.delegation.auto_approve),
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

function placeOf({ call, options }: SessionRequest, { home, settings }: Opened, cwd: string): SessionDeps["place"] {
  return {
    home: home.path,
    userHome: call.context.env["HOME"] ?? homedir(),
    contextFileChars: settings.context_file_max_chars,
    cwd,
    source: options.source ?? "cli",
    toolsets: options.toolsets ?? settings.toolsets,
    timezone: settings.timezone === "" ? "system" : settings.timezone,
    version: call.context.version,
    passSessionId: options.passSessionId,
  };
}

/** Flags that are settings: they are checked like the file, but a bad one is an error and not a warning. */
function settingFlags({ maxTurns, runBudgetSeconds, maxCostUsd }: RunOptions): Tree {
  const agent = {
    ...(maxTurns === null ? {} : { max_turns: maxTurns }),
    ...(runBudgetSeconds === null ? {} : { run_budget_seconds: runBudgetSeconds }),
    ...(maxCostUsd === null ? {} : { max_cost_usd: maxCostUsd }),
  };
  return Object.keys(agent).length === 0 ? {} : { agent };
}
