import type { Completion } from "./plugin.ts";

/** What a running session does for its plugins. */
export type PluginServices = {
  readonly complete: (request: Completion, pluginId: string) => Promise<unknown>;
  readonly callTool: (call: PluginToolCall) => Promise<string>;
  readonly inject: (sessionKey: string, text: string) => boolean;
};

export type PluginToolCall = {
  readonly pluginId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Tools of MCP servers may be called. */
  readonly mayCallMcp: boolean;
  readonly signal: AbortSignal;
};

/** Plugins are loaded before the session stands; what it does for them comes later. */
export type ServiceDesk = {
  current: PluginServices | null;
  /** Text for a chat by its session key, where a gateway runs. False: it knows no such chat. */
  gateway: ((sessionKey: string, text: string) => boolean) | null;
};
