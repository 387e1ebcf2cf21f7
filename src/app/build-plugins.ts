import { join } from "node:path";
import { gitRoot } from "../disk/git-root.ts";
import { consentBook } from "../plugins/consents.ts";
import { pluginApprovalHooks } from "../plugins/hooks/approval-hooks.ts";
import { pluginEventHooks } from "../plugins/hooks/event-hooks.ts";
import { createHookRunner, type HookRunner } from "../plugins/hooks/hook-runner.ts";
import { pluginToolHooks } from "../plugins/hooks/tool-hooks.ts";
import { pluginContextSource, pluginTurnHooks } from "../plugins/hooks/turn-hooks.ts";
import { loadPlugins, type LoadedPlugins } from "../plugins/load-plugins.ts";
import type { HookCallback } from "../plugins/registration.ts";
import { settleMemory, settleSections, settleTools, settleWebBackends } from "../plugins/settle.ts";
import { shellCallbacks } from "../plugins/shell/shell-callbacks.ts";
import { readShellHooks } from "../plugins/shell/shell-hook.ts";
import { unwatched, type Watch } from "../plugins/watch.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { PluginsPlace, SessionPlugins } from "./open-plugins.ts";
import { chooseEngine } from "./plugin-engines.ts";
import { offerOwnModules } from "./plugin-imports.ts";
import { choiceRules } from "./plugin-rules.ts";
import { pluginSlashCommands } from "./plugin-slash.ts";
import { pluginServices } from "./plugin-services.ts";
import { builtInEngines } from "./build-engine.ts";
import { startStallWatch, type StallWatch } from "./stall-watch.ts";

const drainMs = 2_000;

/** Loads plugins and shell hooks for one session and ties them to its sockets. */
export async function buildPlugins(place: PluginsPlace): Promise<SessionPlugins> {
  const notices: string[] = [];
  const notice = (text: string): void => {
    notices.push(text);
    place.opened.log("warning", "plugins.notice", { text });
  };
  const stalls = lazyWatch(place, notice);
  const modules = offerOwnModules();
  const loaded = await load(place, stalls);
  const shell = await shellHooks(place, notice);
  for (const text of loaded.warnings) notice(text);
  const runner = hookRunner(place, { loaded, shell, notice, watch: stalls });
  const builtIn = await builtInEngines(place.opened.settings);
  const bound = bind(place, { loaded, runner, notice, watch: stalls, builtIn });
  for (const [id, why] of failuresToTell(loaded, place)) notice(say.skipped(id, why));
  const close = async (): Promise<void> => {
    await runner.settled(drainMs);
    await loaded.dispose();
    stalls[Symbol.dispose]();
    modules[Symbol.dispose]();
  };
  let closed: Promise<void> | null = null;
  let sessionId = "";
  return {
    ...bound,
    registrations: loaded.registrations,
    hooks: runner,
    slash: {
      plugged: pluginSlashCommands(loaded.registrations, {
        ...place.call.context,
        ...place.opened,
        watch: stalls,
        notice,
      }),
      onCommand: (command, args) =>
        runner.tell("pre_command", () => ({
          session_id: sessionId,
          turn_id: "",
          platform: place.platform,
          command,
          args,
        })),
    },
    approvals: pluginApprovalHooks(runner, {
      sessionId: () => sessionId,
      platform: place.platform,
    }),
    takeNotices: () => notices.splice(0),
    serve: (session) => {
      ({ sessionId } = session.session.info);
      loaded.desk.current = pluginServices(session, { clock: place.call.context.clock, log: place.opened.log });
      for (const text of takenNames(loaded, session.toolbox.schemas)) notice(text);
    },
    close: () => (closed ??= close()),
  };
}

type BuiltIn = Awaited<ReturnType<typeof builtInEngines>>;

type Parts = {
  readonly loaded: LoadedPlugins;
  readonly notice: (text: string) => void;
  readonly watch: Watch;
};

function bind(place: PluginsPlace, parts: Parts & { readonly runner: HookRunner; readonly builtIn: BuiltIn }) {
  const { loaded, runner, notice, watch, builtIn } = parts;
  const { opened, call, platform } = place;
  const { registrations } = loaded;
  const { settings, log } = opened;
  const memory = settleMemory(registrations, settings.memory.provider, watch);
  const sections = settleSections(registrations);
  const web = settleWebBackends(registrations);
  for (const text of [...memory.warnings, ...sections.warnings, ...web.warnings]) notice(text);
  const { overriding, plain } = settleTools(registrations);
  return {
    extensions: {
      tools: overriding,
      plugged: plain,
      webBackends: web.value,
      hooks: [pluginToolHooks(runner, platform)],
      skillDirs: registrations.flatMap(({ plugin, skillDirs }) =>
        skillDirs.map((path) => ({ path, plugin: plugin.manifest.id })),
      ),
    },
    turnHooks: [pluginTurnHooks(runner, platform)],
    contextSources: [pluginContextSource(runner, platform)],
    engineFor: chooseEngine(loaded, {
      wanted: settings.context.engine,
      builtIn,
      clock: call.context.clock,
      log,
      watch,
      notice,
    }),
    memoryProvider: memory.value,
    promptSections: sections.value,
    onEvent: pluginEventHooks(runner, platform),
  } satisfies Partial<SessionPlugins>;
}

function load({ opened, call, cwd }: PluginsPlace, watch: Watch): Promise<LoadedPlugins> {
  const { settings, home, secrets, log } = opened;
  const { env, clock, signal } = call.context;
  const root = gitRoot(cwd);
  return loadPlugins({
    places: { bundled: null, home: home.path, gitRoot: root },
    rules: choiceRules(settings, { home: home.path, env, gitRoot: root }),
    entries: settings.plugins.entries,
    secret: secrets.variable,
    clock,
    log,
    watch,
    signal,
    importModule: (url) => import(url),
  });
}

async function shellHooks(place: PluginsPlace, notice: (text: string) => void): Promise<readonly HookCallback[]> {
  const { opened, call, cwd, mayAsk } = place;
  const { settings, home, secrets } = opened;
  const { ask } = call.terminal;
  const read = readShellHooks(settings.hooks);
  const { callbacks, warnings } = await shellCallbacks(read.hooks, {
    cwd,
    env: call.context.env,
    consents: consentBook(home.path),
    acceptsAll: settings.hooks_auto_accept,
    secret: secrets.variable,
    ask:
      mayAsk && ask !== undefined
        ? async (question) => /^y(?:es)?$/i.test((await ask(question, call.context.signal)).trim())
        : null,
  });
  for (const text of [...read.problems, ...warnings]) notice(text);
  return callbacks;
}

/** Shell hooks come last; their code is ours and needs no watching. */
function hookRunner(
  { opened, call }: PluginsPlace,
  { loaded, shell, notice, watch }: Parts & { readonly shell: readonly HookCallback[] },
): HookRunner {
  const callbacks = (): readonly HookCallback[] => [...loaded.registrations.flatMap(({ hooks }) => hooks), ...shell];
  return createHookRunner(callbacks, {
    clock: call.context.clock,
    log: opened.log,
    watch: loaded.registrations.length === 0 ? unwatched : watch,
    notice,
    later: (work) => void setImmediate(work),
  });
}

/** The thread starts with the first line of foreign code. */
function lazyWatch({ opened }: PluginsPlace, notice: (text: string) => void): StallWatch {
  let started: StallWatch | null = null;
  const logs = join(opened.home.path, "logs");
  const start = (): StallWatch =>
    startStallWatch({
      logFiles: [join(logs, "agent.log"), join(logs, "errors.log")],
      stalled: (what, ms) => notice(say.stalled(what, Math.round(ms / 100) / 10)),
    });
  return {
    run: (label, work) => (started ??= start()).run(label, work),
    [Symbol.dispose]: () => started?.[Symbol.dispose](),
  };
}

/** An engine that failed is named with the engine that takes its place. */
function failuresToTell({ failures }: LoadedPlugins, { opened }: PluginsPlace): readonly (readonly [string, string])[] {
  return [...failures].filter(([id]) => id !== opened.settings.context.engine);
}

/** Tools that had to give way to another of their name. */
function takenNames(
  { registrations }: LoadedPlugins,
  schemas: readonly { readonly description: string; readonly name: string }[],
) {
  return registrations.flatMap(({ plugin, tools, granted }) =>
    granted.has("tools.override")
      ? []
      : tools
          .filter(({ name, description }) =>
            schemas.some((tool) => tool.name === name && tool.description !== description),
          )
          .map(({ name }) => say.toolTaken(plugin.manifest.id, name)),
  );
}
