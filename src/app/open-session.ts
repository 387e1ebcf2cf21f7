import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Detours } from "../agent/turn-state.ts";
import { windowEngine } from "../context/engines/window-engine.ts";
import type { Tree } from "../config/tree.ts";
import { readableHistory } from "../context/readable-history.ts";
import type { Log } from "../domain/log.ts";
import type { Message } from "../domain/message.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import { cacheStatusLine } from "../provider/cache-status-line.ts";
import { OpenQuestions } from "../session/open-questions.ts";
import { createImageShrinker } from "../provider/images/image-shrinker.ts";
import { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionScope, Store } from "../store/store.ts";
import { sweepSpills } from "../tools/spill.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { buildModelClient, type WireChoice } from "./build-model-client.ts";
import { buildDetours } from "./build-detours.ts";
import { buildTools, spillFolder, type ToolExtensions } from "./build-tools.ts";
import { ephemeralPrompt, prefillOf } from "./call-time-texts.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { chooseSession } from "./choose-session.ts";
import { exitCodes } from "./exit-codes.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { openSettings, refused, type OpenSettings, type Refusal } from "./open-settings.ts";
import { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
import { promptSettings } from "./prompt-settings.ts";
import { sessionLog } from "./session-log.ts";
import { startFolder } from "./start-folder.ts";
import { trajectoryFiles, trajectoryFolder } from "./trajectory-file.ts";
import { staleGiveUp, type Environment } from "./time-limit-settings.ts";

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
  /** Somebody hears questions and answers them. */
  readonly canBeAsked?: boolean;
  readonly contextSources?: readonly TurnContextSource[];
  readonly prefill?: readonly Message[];
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** What other sessions it may see; all of them, unless the surface is shared with others. */
  readonly scope?: SessionScope | null;
};

/** What is known once the person's settings were read and the database stands open. */
type Opened = OpenSettings & {
  readonly log: Log;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly memory: ProcessMemory;
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
  const chosen = chooseRuntime(settings, options, memory.fallback);
  if (chosen.kind === "refused") return chosen;
  const place = options.ephemeral ? null : settings.home.path;
  const opening = await openHomeStore(place, call.context, log);
  if (opening.kind === "refused") return refused(opening.message, exitCodes.failed);
  const { store } = opening;
  const session = await build(request, { ...settings, log, runtime: chosen.runtime, store, memory });
  if (session.kind === "refused") store[Symbol.dispose]();
  return session;
}

async function build(request: SessionRequest, opened: Opened): Promise<SessionOpening> {
  const { call, options } = request;
  if (opened.store.readOnly !== null) return refused(opened.store.readOnly, exitCodes.failed);
  const resume = await chooseSession(opened.store, options, call.context);
  if (resume.kind === "refused") return resume;
  const folder = startFolder(options, resume.row, call.context.cwd);
  if (folder.kind === "refused") return folder;
  const { extensions = {}, canBeAsked = false } = request;
  const questions = new OpenQuestions();
  const asks = { extensions, questions: canBeAsked ? questions : null, scope: request.scope ?? null };
  const tools = buildTools({ ...opened, options, context: call.context, cwd: folder.path, ...asks });
  if (tools.kind === "refused") return tools;
  const model = await buildModelClient(opened, call.context, request);
  const place = placeOf(request, opened, folder.path, tools.toolsets);
  const prompt = promptSettings(opened.settings, { cwd: folder.path, surface: place.source, env: call.context.env });
  const deps = {
    prompt,
    ...settingsOf(opened, options, call.context.env),
    ...turnExtras(request, opened),
    ...opened,
    place,
    model,
    questions,
    toolbox: tools.toolbox,
    tasks: tools.tasks,
    detours: detoursOf(request, opened),
  };
  const { clock, rng } = call.context;
  const close = async (): Promise<void> => {
    sweepSpills(spillFolder(opened.home), call.context.clock.now());
    opened.store[Symbol.dispose]();
  };
  const saveTrajectory = request.saveTrajectories === true ? trajectoryFiles(trajectoryFolder(opened.home)) : null;
  const given = { turnHooks: request.turnHooks ?? [], saveTrajectory, resume: resume.row, sessionId: null };
  return { kind: "opened", session: new Session({ ...deps, ...given, clock, rng, close }) };
}

function detoursOf({ call, settings: flags }: SessionRequest, opened: Opened): Detours {
  const { context } = call;
  const reopen = async (): Promise<OpenSettings | null> => {
    const now = await openSettings(context, flags);
    return now.kind === "open" ? now : null;
  };
  return buildDetours({ ...opened, opened, context, reopen });
}

/** The part of a session that follows from settings and flags alone. */
function settingsOf({ settings, runtime, memory }: Opened, options: RunOptions, env: Environment) {
  const { agent, prompt_caching: caching, model, compression } = settings;
  return {
    limits: {
      maxSteps: agent.max_turns === "none" ? Infinity : agent.max_turns,
      maxAttempts: Math.max(1, agent.api_max_retries),
      runBudgetMs: agent.run_budget_seconds === 0 ? null : agent.run_budget_seconds * 1_000,
      staleGiveUp: staleGiveUp(env),
    },
    replyRules: {
      emptyGuard: agent.empty_response_guard.enabled,
      stallGuards: agent.stall_guards,
      intentAck: agent.intent_ack_continuation,
    },
    compression: {
      engine: windowEngine({ ...runtime, threshold: compression.threshold, targetRatio: compression.target_ratio }),
      enabled: compression.enabled,
      maxRounds: compression.max_attempts,
      lockTtlMs: compression.lock_ttl_seconds * 1_000,
      learned: memory.contextSizes,
    },
    endpoints: memory.endpoints,
    shrinkImage: createImageShrinker(),
    cache: { enabled: caching.enabled, strategy: caching.strategy, ttl: caching.cache_ttl },
    cacheLine: cacheStatusLine(runtime, caching.cache_ttl),
    reasoning: reasoningOf(agent.reasoning_effort),
    maxTokens: model.max_tokens === "auto" ? null : model.max_tokens,
    replaysRecall: settings.memory.recall_replay === "exact",
    refreshPrompt: settings.prompt.refresh_on_compression !== "never",
    systemMessage: options.system ?? (agent.system_message === "" ? null : agent.system_message),
  } satisfies Partial<SessionDeps>;
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
    prefill: readableHistory(request.prefill ?? written.messages),
    ephemeralSystemPrompt: ephemeralPrompt(settings, env, options),
  } satisfies Partial<SessionDeps>;
}

function reasoningOf(effort: OpenSettings["settings"]["agent"]["reasoning_effort"]): SessionDeps["reasoning"] {
  if (effort === "") return null;
  return effort === "none" ? { enabled: false, effort: null } : { enabled: true, effort };
}

function placeOf(
  { call, options }: SessionRequest,
  { home, settings }: Opened,
  cwd: string,
  toolsets: readonly string[],
): SessionDeps["place"] {
  return {
    home: home.path,
    cwd,
    source: options.source ?? "cli",
    toolsets,
    timezone: settings.timezone === "" ? "system" : settings.timezone,
    version: call.context.version,
    passSessionId: options.passSessionId,
  };
}

/** Flags that are settings: they are checked like the file, but a bad one is an error and not a warning. */
function settingFlags({ maxTurns, runBudgetSeconds }: RunOptions): Tree {
  const agent = {
    ...(maxTurns === null ? {} : { max_turns: maxTurns }),
    ...(runBudgetSeconds === null ? {} : { run_budget_seconds: runBudgetSeconds }),
  };
  return Object.keys(agent).length === 0 ? {} : { agent };
}
