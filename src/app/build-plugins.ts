import { pluginApprovalHooks } from "../plugins/hooks/approval-hooks.ts";
import { pluginEventHooks } from "../plugins/hooks/event-hooks.ts";
import { placeOf, type HookPlace } from "../plugins/hooks/hook-place.ts";
import { pluginToolHooks } from "../plugins/hooks/tool-hooks.ts";
import { pluginContextSource, pluginTurnHooks } from "../plugins/hooks/turn-hooks.ts";
import type { LoadedPlugins } from "../plugins/load-plugins.ts";
import { settleMemory, settleSections, settleTools, settleWebBackends } from "../plugins/settle.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { loadHere, type LoadedHere } from "./load-plugins-here.ts";
import type { PluginsPlace, ServingSession, SessionPlugins } from "./open-plugins.ts";
import { chooseEngine } from "./plugin-engines.ts";
import { pluginSlashCommands } from "./plugin-slash.ts";
import { pluginServices } from "./plugin-services.ts";
import { builtInEngines } from "./build-engine.ts";

/** Loads plugins and shell hooks for one session and ties them to its sockets. */
export async function buildPlugins(place: PluginsPlace): Promise<SessionPlugins> {
  const { loaded, runner, watch, notice, takeNotices, close } = await loadHere(place);
  const builtIn = await builtInEngines(place.opened.settings);
  const here: HookPlace = { session_id: "", turn_id: "", platform: place.platform };
  const bound = bind(place, { loaded, runner, notice, watch, builtIn, here });
  for (const [id, why] of failuresToTell(loaded, place)) notice(say.skipped(id, why));
  return {
    ...bound,
    registrations: loaded.registrations,
    hooks: runner,
    slash: {
      plugged: pluginSlashCommands(loaded.registrations, {
        ...place.call.context,
        ...place.opened,
        watch,
        notice,
      }),
      onCommand: (command, args) => runner.tell("pre_command", () => ({ ...placeOf(here), command, args })),
    },
    approvals: pluginApprovalHooks(runner, here),
    takeNotices,
    serve: (session) => {
      here.session_id = session.session.info.sessionId;
      if (session.replaces !== null) runner.tell("on_session_reset", () => resetTo(here, session.replaces));
      loaded.desk.current = pluginServices(session, { clock: place.call.context.clock, log: place.opened.log });
      for (const text of takenNames(loaded, session.toolbox.schemas)) notice(text);
    },
    close,
  };
}

function resetTo(here: HookPlace, replaced: ServingSession["replaces"]) {
  const { sessionId: old_session_id = "", reason = "new" } = replaced ?? {};
  return { ...placeOf(here), reason, old_session_id, new_session_id: here.session_id };
}

type BuiltIn = Awaited<ReturnType<typeof builtInEngines>>;

type Parts = Pick<LoadedHere, "loaded" | "runner" | "notice" | "watch"> & {
  readonly builtIn: BuiltIn;
  readonly here: HookPlace;
};

function bind(place: PluginsPlace, parts: Parts) {
  const { loaded, runner, notice, watch, builtIn, here } = parts;
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
    contextSources: [pluginContextSource(runner, here)],
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
    onEvent: pluginEventHooks(runner, here),
  } satisfies Partial<SessionPlugins>;
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
