import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Log } from "../domain/log.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { isFunction } from "./foreign.ts";
import { watchingOnly } from "./hooks/gateway-hooks.ts";
import { isHookName, type HookName } from "./hooks/hook-names.ts";
import type { HookFunction } from "./hooks/payloads.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import type { HookOptions, NamedThing, PluginCommand, PluginContext } from "./plugin.ts";
import { toolOf } from "./plugin-tool.ts";
import { platformOf } from "./plugin-platform.ts";
import type { HookCallback, Registration } from "./registration.ts";
import type { ServiceDesk, PluginServices } from "./services.ts";
import type { Watch } from "./watch.ts";

export type ContextParts = {
  readonly registration: Registration;
  readonly config: Readonly<Record<string, unknown>>;
  readonly home: string;
  readonly log: Log;
  readonly watch: Watch;
  readonly desk: ServiceDesk;
  readonly secret: (name: string) => string | undefined;
};

const mostSectionChars = 4_000;

/** The plugin's end of the line. What it is handed by mistake is an error that names the mistake. */
export function pluginContext(parts: ContextParts): PluginContext {
  const { registration, config, home, log, watch, desk, secret } = parts;
  const { id } = registration.plugin.manifest;
  const { folder } = registration.plugin;
  const write = (level: Parameters<Log>[0]) => (event: string, fields?: Readonly<Record<string, unknown>>) =>
    log(level, `plugin.${id}.${event}`, fields);
  return {
    id,
    config,
    logger: { debug: write("debug"), info: write("info"), warning: write("warning"), error: write("error") },
    paths: { folder, data: join(home, "plugins", ".data", id), home },
    ...registering(registration, watch),
    llm: {
      complete: async (request) => {
        need(registration, "llm.call");
        return serving(desk).complete(request, id);
      },
    },
    callTool: async (name, args, signal = new AbortController().signal) =>
      serving(desk).callTool({ pluginId: id, name, args, signal, mayCallMcp: registration.granted.has("mcp.call") }),
    inject: (sessionKey, text) => {
      need(registration, "session.inject");
      const { current, gateway } = desk;
      if (current === null && gateway === null) throw new Error(say.noSessionYet);
      return current?.inject(sessionKey, text) === true || gateway?.(sessionKey, text) === true;
    },
    secret: (name) => {
      need(registration, `secrets.read:${name}`);
      return secret(name);
    },
  };
}

type Registering = Pick<PluginContext, Extract<keyof PluginContext, `register${string}`> | "onDispose">;

function registering(registration: Registration, watch: Watch): Registering {
  const { plugin } = registration;
  const { id } = plugin.manifest;
  const open = (): Registration => {
    if (registration.closed) throw new Error(say.registrationOver);
    return registration;
  };
  return {
    registerTool: (tool) => void open().tools.push(toolOf(tool, id, watch)),
    registerHook: (name, hook, options = {}) => void open().hooks.push(hookOf(registration, name, hook, options)),
    registerCommand: (command) => void open().commands.push(checkedCommand(command, "registerCommand")),
    registerCliCommand: (command) => void open().cliCommands.push(checkedCommand(command, "registerCliCommand")),
    registerContextEngine: (factory, { name = id } = {}) =>
      void open().engines.push({ name, factory: checked(factory, "registerContextEngine") }),
    registerMemoryProvider: (factory, { name = id } = {}) =>
      void open().memoryProviders.push({ name, factory: checked(factory, "registerMemoryProvider") }),
    registerPlatform: (platform) => {
      const made = platformOf(platform, id, watch);
      const isTwice = open().platforms.some(({ name }) => name === made.name);
      if (isTwice) throw new Error(say.badPlatform(id, made.name, say.platformTwice));
      registration.platforms.push(made);
    },
    registerProvider: (provider) => void open().providers.push(declared(provider, plugin)),
    registerWebBackend: (backend) => void open().webBackends.push(named(backend, "registerWebBackend")),
    registerSkillDir: (path) => void open().skillDirs.push(insideOf(plugin.folder, path)),
    registerPromptSection: (text) => {
      need(open(), "prompt.section");
      if (typeof text !== "string" || text.length > mostSectionChars)
        throw new Error(say.sectionTooLong(mostSectionChars));
      registration.promptSections.push(text);
    },
    onDispose: (dispose) => void open().disposers.push(checked(dispose, "onDispose")),
  };
}

function need({ granted }: Registration, capability: string): void {
  if (!granted.has(capability)) throw new Error(say.needsCapability(capability));
}

function serving({ current }: ServiceDesk): PluginServices {
  if (current === null) throw new Error(say.noSessionYet);
  return current;
}

function hookOf<Name extends HookName>(
  { plugin, granted }: Registration,
  name: Name,
  hook: HookFunction<Name>,
  options: HookOptions,
): HookCallback {
  if (!isHookName(name)) throw new Error(say.unknownHook(String(name)));
  const call: unknown = hook;
  if (!isFunction(call)) throw new Error(say.badRegistration("registerHook", `${name} is given no function`));
  RegExp(options.matcher ?? ""); // a bad one is said now rather than at the first call
  const mayDirect = name !== "pre_gateway_dispatch" || granted.has("gateway.dispatch");
  return { owner: `Plugin ${plugin.manifest.id}`, hook: name, options, call: mayDirect ? call : watchingOnly(call) };
}

function checkedCommand(command: PluginCommand, what: string): PluginCommand {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(command.name)) throw new Error(say.badRegistration(what, "name"));
  checked(command.run, what);
  return command;
}

function checked<T>(given: T, what: string): T {
  if (!isFunction(given)) throw new Error(say.badRegistration(what, "this is no function"));
  return given;
}

function named<Thing extends NamedThing>(thing: Thing, what: string): Thing {
  if (typeof thing.name !== "string" || thing.name === "") throw new Error(say.badRegistration(what, "name"));
  return thing;
}

/** Which model is used is settled before plugins run: only what the manifest says can count. */
function declared(provider: NamedThing, { manifest }: FoundPlugin): NamedThing {
  const { name } = named(provider, "registerProvider");
  if (!manifest.provides.providers.some(({ id }) => id === name)) throw new Error(say.providerUndeclared(name));
  return provider;
}

function insideOf(folder: string, path: string): string {
  const full = resolve(folder, path);
  const way = relative(folder, full);
  const isFolder = statSync(full, { throwIfNoEntry: false })?.isDirectory() === true;
  if (way.startsWith("..") || !isFolder) throw new Error(say.skillDirOutside(path));
  return full;
}
