import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import type { McpHost } from "../mcp/host.ts";
import type { Sample } from "../mcp/requests/sampling.ts";
import { toolsetOf } from "../mcp/tool-names.ts";
import type { McpWorld } from "../mcp/world.ts";
import { serverInstructions } from "../prompt/server-instructions.ts";
import { redactSecrets } from "../safety/redact.ts";
import { systemResolve } from "../safety/urls/system-resolve.ts";
import type { LateTools } from "../session/late-tools.ts";
import type { ToolList } from "./tool-list.ts";

type WorldParts = {
  readonly home: Home;
  readonly settings: Settings;
  readonly log: Log;
  readonly context: Pick<CommandContext, "env" | "clock" | "rng" | "version">;
  readonly workspace: string;
};

export type McpParts = WorldParts & {
  readonly auxiliary: Auxiliary;
  readonly runtime: Runtime;
  /** Somebody waits at a screen; otherwise a little more patience costs nobody anything. */
  readonly isInteractive: boolean;
  /** Nothing will be sent, so nobody outside is started or asked. */
  readonly staysSilent: boolean;
};

/** Where the tools of servers are put. */
type LateList = Pick<ToolList, "addLate" | "changeBy" | "registry">;

type BuiltMcp = {
  readonly tools: () => readonly Tool[];
  readonly late: (list: LateList) => LateTools | null;
  readonly close: () => Promise<void>;
};

const patienceMs = { interactive: 1_500, headless: 15_000 };

const noServers: BuiltMcp = { tools: () => [], late: () => null, close: async () => undefined };

/** The session's servers, started in the background. Where none is configured nothing of all this is loaded. */
export async function buildMcp(parts: McpParts): Promise<BuiltMcp> {
  const { settings, staysSilent } = parts;
  if (staysSilent || !Object.values(settings.mcp_servers).some(({ enabled }) => enabled)) return noServers;
  const { startHost } = await import("../mcp/host.ts");
  const host = startHost(settings.mcp_servers, { ...mcpWorld(parts), sample: sampler(parts) });
  return {
    tools: host.tools,
    late: (list) => lateTools(host, list, discoveryMs(parts)),
    close: host.close,
  };
}

/** What servers live in, without anybody to log in or a model to ask. */
export function mcpWorld({ home, settings, log, context, workspace }: WorldParts): McpWorld {
  const { allow_private_urls: allowPrivate, website_blocklist: blocklist } = settings.security;
  return {
    version: context.version,
    env: context.env,
    platform: process.platform,
    workspace,
    tokenFolder: join(home.path, "mcp-tokens"),
    clock: context.clock,
    rng: context.rng,
    log,
    urls: { allowPrivate, blockedHosts: blocklist.enabled ? blocklist.domains : [] },
    resolve: systemResolve,
    redact: (text) => redactSecrets(text),
    desk: null,
    sample: null,
    maxResultChars: settings.tool_budget.mcp_result_size_chars,
  };
}

function lateTools(host: McpHost, { addLate, changeBy, registry }: LateList, limitMs: number): LateTools {
  return {
    settle: async (signal) => {
      await host.discovered(limitMs, signal);
      addLate(host.tools());
    },
    reload: async (signal, mayChange) => {
      await host.refresh(limitMs, signal);
      const tools = host.tools();
      const change = changeBy(tools);
      return change !== null && (await mayChange(change)) && addLate(tools); // false too where requests stay the same
    },
    instructions: () => serverInstructions(host.instructions().filter(({ server }) => isUsed(server, host, registry))),
    servers: () => host.status().map(({ name, state }) => ({ name, status: state.kind })),
  };
}

/** Who has no tool in the session has nothing to explain in it. */
function isUsed(server: string, host: McpHost, { find }: ToolList["registry"]): boolean {
  return host.tools().some(({ name, toolset }) => toolset === toolsetOf(server) && find(name) !== null);
}

function discoveryMs({ settings, isInteractive }: McpParts): number {
  const { discovery_timeout: seconds } = settings.mcp;
  if (seconds !== "auto") return seconds * 1_000;
  return isInteractive ? patienceMs.interactive : patienceMs.headless;
}

function sampler({ auxiliary, runtime }: McpParts): Sample {
  return async ({ system, messages, maxTokens, temperature }, asking) => {
    const outcome = await auxiliary.call("mcp", {
      messages,
      system: system === null ? [] : [{ text: system, cached: false }],
      runtime,
      maxTokens,
      ...(temperature === null ? {} : { temperature }),
      signal: asking.signal,
      onUsage: (cost) => asking.charge({ ...cost, api_calls: 1 }),
    });
    if (outcome.kind === "aborted") return { kind: "failed", reason: "the call was stopped" };
    if (outcome.kind === "failed") return { kind: "failed", reason: outcome.notice };
    const { content, finish_reason: why } = outcome.reply;
    return { kind: "reply", text: content, model: outcome.runtime.model, isCut: why === "length" };
  };
}
