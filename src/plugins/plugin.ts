import type { EngineFactory } from "../domain/engine-context.ts";
import type { AuxiliaryTask } from "../domain/auxiliary.ts";
import type { MemoryProvider } from "../domain/memory-provider.ts";
import type { Platform } from "../domain/platform.ts";
import type { Tool, ToolContext } from "../domain/tool.ts";
import type { WebBackend } from "../domain/web-backend.ts";
import type { HookName } from "./hooks/hook-names.ts";
import type { HookFunction } from "./hooks/payloads.ts";

type Later<T> = Promise<T> | T;
type Arguments = Readonly<Record<string, unknown>>;

/** What a plugin's entry exports as its default. */
export type Plugin = { readonly register: (ctx: PluginContext) => Later<void> };

/** Gives the types; a plain object with a register function does as well. */
export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

/** A tool in plain words: a JSON Schema and a function. `defineTool` makes one from a zod schema instead. */
export type PluginTool = {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly toolset?: string;
  readonly concurrency?: Tool["concurrency"];
  readonly readOnly?: boolean;
  readonly maxResultChars?: number;
  readonly preview?: (args: Arguments) => string;
  readonly handler: (args: Arguments, context: ToolContext) => Later<string | Readonly<Record<string, unknown>>>;
};

export type HookOptions = {
  /** Only calls of tools whose name this matches from end to end. */
  readonly matcher?: string;
  /** At most; 5 s unless told. */
  readonly timeoutMs?: number;
  /** pre_tool_call and pre_gateway_dispatch: when it throws or is late the call is blocked, the message skipped. */
  readonly failClosed?: boolean;
};

export type PluginCommand = {
  readonly name: string;
  readonly summary: string;
  readonly usage?: string;
  /** What was typed after the name, as text and as words; the answer is shown. */
  readonly run: (args: string, words: readonly string[]) => Later<string>;
};

export type MemoryFactory = () => MemoryProvider;

export type Completion = {
  /** Whose side-model settings count: `auxiliary.<task>`. */
  readonly task: AuxiliaryTask;
  readonly prompt: string;
  readonly system?: string;
  /** A JSON Schema; the answer is then the parsed value, checked. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
};

type Logger = Readonly<Record<"debug" | "info" | "warning" | "error", (event: string, fields?: Arguments) => void>>;

/** All a plugin gets. Registering is possible while `register` runs; the rest as long as the session lives. */
export type PluginContext = {
  readonly id: string;
  /** `plugins.entries.<id>`, checked against the manifest's configSchema. */
  readonly config: Arguments;
  readonly logger: Logger;
  readonly paths: { readonly folder: string; readonly data: string; readonly home: string };
  readonly registerTool: (tool: PluginTool | Tool) => void;
  readonly registerHook: <Name extends HookName>(name: Name, hook: HookFunction<Name>, options?: HookOptions) => void;
  /** Slash commands. */
  readonly registerCommand: (command: PluginCommand) => void;
  /** `hermes <name>`; found by `provides.cli_commands` of the manifest, so that nothing loads for other commands. */
  readonly registerCliCommand: (command: PluginCommand) => void;
  /** The engine's name is the plugin's id unless told. */
  readonly registerContextEngine: (factory: EngineFactory, about?: { readonly name?: string }) => void;
  readonly registerMemoryProvider: (factory: MemoryFactory, about?: { readonly name?: string }) => void;
  /** A chat platform, served by `hermes gateway run` where `gateway.platforms.<name>` is enabled. */
  readonly registerPlatform: (platform: Platform) => void;
  /** Says that the row of this name in `provides.providers` of the manifest is meant; another one is refused. */
  readonly registerProvider: (provider: NamedThing) => void;
  readonly registerWebBackend: (backend: WebBackend) => void;
  /** A folder of skills inside the plugin's own. */
  readonly registerSkillDir: (path: string) => void;
  /** Part of the cached prompt of sessions that start from now on. Needs `prompt.section`. */
  readonly registerPromptSection: (text: string) => void;
  /** Runs when the plugin is disabled or reloaded, and when the session ends. */
  readonly onDispose: (dispose: () => Later<void>) => void;
  /** Needs `llm.call`. */
  readonly llm: { readonly complete: (request: Completion) => Promise<unknown> };
  /** A tool of this session, with the hooks and approvals of any other call. Tools of MCP servers need `mcp.call`. */
  readonly callTool: (name: string, args: Arguments, signal?: AbortSignal) => Promise<string>;
  /**
   * Text for the running turn of a session, by its id; in a gateway also for a chat, by its session key.
   * Needs `session.inject`. False: that session is not here.
   */
  readonly inject: (sessionKey: string, text: string) => boolean;
  /** Needs `secrets.read:<NAME>`. */
  readonly secret: (name: string) => string | undefined;
};

/** Collected for the surface that will host it. */
export type NamedThing = Readonly<Record<string, unknown>> & { readonly name: string };
