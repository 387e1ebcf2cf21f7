import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Detours } from "../agent/turn-state.ts";
import { windowEngine } from "../context/engines/window-engine.ts";
import type { Tree } from "../config/tree.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import { cacheStatusLine } from "../provider/cache-status-line.ts";
import { Session } from "../session/session.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { Store } from "../store/store.ts";
import { sweepSpills } from "../tools/spill.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { buildModelClient, type WireChoice } from "./build-model-client.ts";
import { buildDetours } from "./build-detours.ts";
import { buildMemory, type BuiltMemory } from "./build-memory.ts";
import { buildTools, spillFolder, type ToolExtensions } from "./build-tools.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { chooseSession } from "./choose-session.ts";
import { exitCodes } from "./exit-codes.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { openSettings, refused, type OpenSettings, type Refusal } from "./open-settings.ts";
import { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
import { sessionLog } from "./session-log.ts";
import { startFolder } from "./start-folder.ts";

export type SessionRequest = WireChoice & {
  readonly call: CommandCall;
  readonly options: RunOptions;
  /** Settings that beat the file, like flags. */
  readonly settings?: Tree;
  readonly extensions?: ToolExtensions;
  /** Guards the agent's memory; without one it can be read and not written. */
  readonly scan?: InjectionScan;
  /** What other sessions of the process have learned; nothing, unless given. */
  readonly memory?: ProcessMemory;
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
  const { extensions = {} } = request;
  const memory = memoryOf(request, opened);
  const more = memory.tool === null ? [] : [memory.tool];
  const tools = buildTools({ ...opened, options, context: call.context, cwd: folder.path, more, extensions });
  if (tools.kind === "refused") return tools;
  const model = await buildModelClient(opened, call.context, request);
  const place = placeOf(request, opened, folder.path, tools.toolsets);
  const detours = detoursOf(request, opened);
  const deps = { ...settingsOf(opened, options), ...opened, place, model, toolbox: tools.toolbox, detours };
  const { clock, rng } = call.context;
  const memorySnapshot = memory.stores.snapshot;
  const close = async (): Promise<void> => {
    sweepSpills(spillFolder(opened.home), call.context.clock.now());
    opened.store[Symbol.dispose]();
  };
  return {
    kind: "opened",
    session: new Session({ ...deps, memorySnapshot, clock, rng, resume: resume.row, sessionId: null, close }),
  };
}

function memoryOf({ call, scan }: SessionRequest, { home, settings, log }: Opened): BuiltMemory {
  return buildMemory({
    home: home.path,
    settings: settings.memory,
    log,
    time: call.context,
    scan: scan ?? null,
    interactive: call.terminal.ask !== undefined,
  });
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
function settingsOf({ settings, runtime, memory }: Opened, options: RunOptions) {
  const { agent, prompt_caching: caching, model, compression } = settings;
  const ephemeral = [agent.system_prompt, options.appendSystem ?? ""].filter((text) => text.trim() !== "");
  return {
    limits: {
      maxSteps: agent.max_turns === "none" ? Infinity : agent.max_turns,
      maxAttempts: Math.max(1, agent.api_max_retries),
      runBudgetMs: agent.run_budget_seconds === 0 ? null : agent.run_budget_seconds * 1_000,
    },
    compression: {
      engine: windowEngine({ ...runtime, threshold: compression.threshold, targetRatio: compression.target_ratio }),
      enabled: compression.enabled,
      maxRounds: compression.max_attempts,
      lockTtlMs: compression.lock_ttl_seconds * 1_000,
      learned: memory.contextSizes,
    },
    cache: { enabled: caching.enabled, strategy: caching.strategy, ttl: caching.cache_ttl },
    cacheLine: cacheStatusLine(runtime, caching.cache_ttl),
    reasoning: reasoningOf(agent.reasoning_effort),
    maxTokens: model.max_tokens === "auto" ? null : model.max_tokens,
    overrides: {},
    systemMessage: options.system ?? (agent.system_message === "" ? null : agent.system_message),
    ephemeralSystemPrompt: ephemeral.length === 0 ? null : ephemeral.join("\n\n"),
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
    platform: process.platform,
    shell: settings.terminal.shell === "auto" ? "bash" : settings.terminal.shell,
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
