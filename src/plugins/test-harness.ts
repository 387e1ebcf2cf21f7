import { noLog } from "../domain/log.ts";
import { contentOf } from "../domain/outcome.ts";
import { textOf } from "../domain/message.ts";
import type { ToolContext } from "../domain/tool.ts";
import type { HookName } from "./hooks/hook-names.ts";
import type { HookPayload } from "./hooks/payloads.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import { platformBench, type PlatformBench } from "./platform-bench.ts";
import type { Plugin } from "./plugin.ts";
import { pluginContext } from "./plugin-context.ts";
import { emptyRegistration, type Registration } from "./registration.ts";
import type { PluginServices } from "./services.ts";
import { unwatched } from "./watch.ts";

export type HarnessOptions = {
  readonly id?: string;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly capabilities?: readonly string[];
  /** The plugin's folder and the home it believes in. */
  readonly folder?: string;
  readonly home?: string;
  readonly secrets?: Readonly<Record<string, string>>;
  /** What the session would do for it. */
  readonly services?: Partial<PluginServices>;
};

export type Harness = {
  /** Everything the plugin has registered. */
  readonly registered: Registration;
  /** What each of its callbacks for this hook answers. They throw here as they threw there. */
  readonly fire: <Name extends HookName>(
    hook: Name,
    payload: Partial<HookPayload<Name>>,
  ) => Promise<readonly unknown[]>;
  /** The text the model would get; what does not fit the parameters is an error in words. */
  readonly callTool: (name: string, args: Readonly<Record<string, unknown>>) => Promise<string>;
  /** A platform it registered, with a played gateway; `settings` as in `gateway.platforms.<name>.extra`. */
  readonly platform: (name: string, settings?: Readonly<Record<string, unknown>>) => PlatformBench;
};

/** A plugin on the bench: registered for real, its session played. For the tests of plugins. */
export async function createHarness(plugin: Plugin, options: HarnessOptions = {}): Promise<Harness> {
  const {
    id = "under-test",
    config = {},
    capabilities = [],
    folder = ".",
    home = ".",
    secrets = {},
    services,
  } = options;
  const found: FoundPlugin = { source: "user", folder, manifest: manifestOf(id, capabilities) };
  const registered = emptyRegistration(found, new Set(capabilities));
  const desk = { current: { ...unserved, ...services }, gateway: null };
  const secret = (name: string): string | undefined => secrets[name];
  await plugin.register(
    pluginContext({ registration: registered, config, home, log: noLog, watch: unwatched, desk, secret }),
  );
  registered.closed = true;
  return {
    registered,
    fire: (hook, payload) => {
      const around = { session_id: "session", turn_id: "turn", platform: "cli", ...payload };
      const callbacks = registered.hooks.filter((callback) => callback.hook === hook);
      return Promise.all(callbacks.map(async ({ call }) => call(around, new AbortController().signal)));
    },
    callTool: async (name, args) => {
      const prepared = registered.tools.find((tool) => tool.name === name)?.prepare(args);
      if (prepared === undefined) throw new Error(`no tool ${name} is registered`);
      if (prepared.kind === "invalid") return JSON.stringify({ error: prepared.problems.join("; ") });
      return textOf(contentOf(await prepared.call.run(playedContext(folder))));
    },
    platform: (name, settings = {}) => {
      const platform = registered.platforms.find((each) => each.name === name);
      if (platform === undefined) throw new Error(`no platform ${name} is registered`);
      return platformBench(platform, settings);
    },
  };
}

function manifestOf(id: string, capabilities: readonly string[]): FoundPlugin["manifest"] {
  return {
    id,
    version: "0.0.0",
    description: "",
    apiVersion: "*",
    entry: "index.js",
    kind: "general",
    capabilities: [...capabilities],
    requires_env: [],
    provides: { tools: [], hooks: [], commands: [], cli_commands: [], platforms: [], providers: [] },
  };
}

const unserved: PluginServices = {
  complete: async () => {
    throw new Error("the harness was given no services.complete");
  },
  callTool: async () => {
    throw new Error("the harness was given no services.callTool");
  },
  inject: () => false,
};

function playedContext(cwd: string): ToolContext {
  return {
    sessionId: "session",
    taskId: "task",
    turnId: "turn",
    callId: "call",
    cwd,
    signal: new AbortController().signal,
    enabledTools: [],
    platform: "cli",
    log: noLog,
    progress: () => undefined,
    beforeChange: async () => undefined,
    approve: async () => ({ decision: "allow", by: "harness", rule: null }),
    turnStartedMs: 0,
    tell: () => undefined,
    charge: () => undefined,
    ask: null,
  };
}
