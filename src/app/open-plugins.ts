import type { CommandCall } from "../commands/command.ts";
import type { SlashWorld } from "../commands/slash/slash-command.ts";
import { resolveEngine } from "../context/engines/resolve-engine.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Emit } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import type { MemoryProvider } from "../domain/memory-provider.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Purse } from "../agent/session-runtime.ts";
import type { SideCost } from "../domain/turn.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { Toolbox } from "../agent/tools/toolbox.ts";
import type { ApprovalHooks } from "../domain/approval.ts";
import type { HookRunner } from "../plugins/hooks/hook-runner.ts";
import type { Registration } from "../plugins/registration.ts";
import type { ToolExtensions } from "./build-tools.ts";
import type { ServiceDesk } from "../plugins/services.ts";
import type { Watch } from "../plugins/watch.ts";
import type { OpenSettings } from "./open-settings.ts";
import { builtInEngines } from "./build-engine.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import { wantsPlugins } from "./wants-plugins.ts";

export type PluginsPlace = {
  readonly call: CommandCall;
  readonly opened: OpenSettings & { readonly log: Log };
  readonly cwd: string;
  /** The surface, as hooks are told it. */
  readonly platform: string;
  /** Somebody sits at the terminal and may be asked. */
  readonly mayAsk: boolean;
  readonly host?: PluginHost;
};

/** What a process with many sessions has once for the plugins of all of them. */
export type PluginHost = {
  /** A thread of its own: one for each session would cost more than the session. */
  readonly watch: Watch;
  readonly inject: NonNullable<ServiceDesk["gateway"]>;
};

/** What plugins and shell hooks bring to one session. */
export type SessionPlugins = {
  readonly extensions: Pick<ToolExtensions, "tools" | "hooks" | "plugged" | "skillDirs" | "webBackends">;
  readonly turnHooks: readonly TurnHooks[];
  readonly contextSources: readonly TurnContextSource[];
  readonly engineFor: EngineFactory;
  readonly memoryProvider: MemoryProvider | null;
  readonly promptSections: string | null;
  readonly onEvent?: Emit;
  readonly takeNotices: () => readonly string[];
  /** Hears of approvals, where there are plugins. */
  readonly approvals?: ApprovalHooks;
  readonly slash: PluginSlash;
  /** What plugins registered for surfaces: platforms and the like. Empties when they go. */
  readonly registrations: readonly Registration[];
  readonly hooks?: HookRunner;
  /** The session stands: from now on plugins may ask it for things. */
  readonly serve: (session: ServingSession) => void;
  readonly close: () => Promise<void>;
};

/** What plugins have to do with slash commands: their own, and hearing of every one. */
export type PluginSlash = Required<Pick<SlashWorld, "plugged" | "onCommand">>;

export type Replaced = { readonly sessionId: string; readonly reason: string };

export type ServingSession = {
  readonly session: { readonly info: { readonly sessionId: string }; readonly steer: (text: string) => boolean };
  readonly toolbox: Toolbox;
  readonly auxiliary: Auxiliary;
  readonly runtime: Runtime;
  readonly purse: Purse;
  /** The session a person left for this one; null: none. */
  readonly replaces: Replaced | null;
  /** What side work of this session cost. */
  readonly addCosts: (sessionId: string, costs: readonly SideCost[]) => Promise<void>;
};

/** Reads no file and loads nothing where the settings name no plugin and no hook. */
export async function openPlugins(place: PluginsPlace): Promise<SessionPlugins> {
  const { settings } = place.opened;
  if (!wantsPlugins(settings)) return noPlugins(place);
  const { buildPlugins } = await import("./build-plugins.ts");
  return buildPlugins(place);
}

async function noPlugins({ opened: { settings } }: PluginsPlace): Promise<SessionPlugins> {
  const builtIn = await builtInEngines(settings);
  const { factory, warning } = resolveEngine<EngineFactory>({
    wanted: settings.context.engine,
    builtIn,
    plugged: [],
    why: null,
  });
  const notices = warning === null ? [] : [warning];
  return {
    extensions: {},
    turnHooks: [],
    contextSources: [],
    engineFor: factory,
    memoryProvider: null,
    promptSections: null,
    registrations: [],
    slash: { plugged: [], onCommand: () => undefined },
    takeNotices: () => notices.splice(0),
    serve: () => undefined,
    close: async () => undefined,
  };
}

/** A program's own extensions come first; those of plugins join them. */
export function joinExtensions(own: ToolExtensions, { extensions, approvals }: SessionPlugins): ToolExtensions {
  return {
    ...own,
    ...extensions,
    tools: [...(own.tools ?? []), ...(extensions.tools ?? [])],
    hooks: [...(own.hooks ?? []), ...(extensions.hooks ?? [])],
    approvalHooks: [...(own.approvalHooks ?? []), ...(approvals === undefined ? [] : [approvals])],
  };
}
