import type { Platform } from "../domain/platform.ts";
import type { Tool } from "../domain/tool.ts";
import type { WebBackend } from "../domain/web-backend.ts";
import type { HookName } from "./hooks/hook-names.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import type { HookOptions, MemoryFactory, NamedThing, PluginCommand } from "./plugin.ts";
import type { EngineFactory } from "../domain/engine-context.ts";

export type HookCallback = {
  /** In words, such as `Plugin weather`. */
  readonly owner: string;
  readonly hook: HookName;
  readonly options: HookOptions;
  readonly call: (payload: unknown, signal: AbortSignal) => unknown;
};

type Named<Factory> = { readonly name: string; readonly factory: Factory };

/** All that one plugin has registered; emptied when it goes. */
export type Registration = {
  readonly plugin: FoundPlugin;
  readonly granted: ReadonlySet<string>;
  readonly tools: Tool[];
  readonly hooks: HookCallback[];
  readonly commands: PluginCommand[];
  readonly cliCommands: PluginCommand[];
  readonly engines: Named<EngineFactory>[];
  readonly memoryProviders: Named<MemoryFactory>[];
  readonly platforms: Platform[];
  readonly providers: NamedThing[];
  readonly webBackends: WebBackend[];
  readonly skillDirs: string[];
  readonly promptSections: string[];
  readonly disposers: (() => Promise<void> | void)[];
  /** Registering is over, or the plugin is gone. */
  closed: boolean;
};

export function emptyRegistration(plugin: FoundPlugin, granted: ReadonlySet<string>): Registration {
  return {
    plugin,
    granted,
    tools: [],
    hooks: [],
    commands: [],
    cliCommands: [],
    engines: [],
    memoryProviders: [],
    platforms: [],
    providers: [],
    webBackends: [],
    skillDirs: [],
    promptSections: [],
    disposers: [],
    closed: false,
  };
}

/** Takes everything away again; returns what the plugin wants to have called for its own cleaning up, newest first. */
export function clearRegistration(registration: Registration): readonly (() => Promise<void> | void)[] {
  const { plugin: _plugin, granted: _granted, closed: _closed, disposers, ...lists } = registration;
  const own = disposers.toReversed();
  for (const list of [...Object.values(lists), disposers]) list.length = 0;
  registration.closed = true;
  return own;
}
