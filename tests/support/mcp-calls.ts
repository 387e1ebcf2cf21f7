import type { Content } from "../../src/domain/message.ts";
import { contentOf, type ToolOutcome } from "../../src/domain/outcome.ts";
import type { Tool, ToolContext } from "../../src/domain/tool.ts";
import { startHost, type McpHost } from "../../src/mcp/host.ts";
import type { McpServerSettings } from "../../src/mcp/server-settings.ts";
import type { McpWorld } from "../../src/mcp/world.ts";
import { mcpWorld, serverSettings } from "./mcp-world.ts";
import { toolContext } from "./tool-context.ts";

const never = new AbortController().signal;

export type CallableHost = AsyncDisposable & {
  readonly host: McpHost;
  readonly names: () => readonly string[];
  readonly call: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
    more?: Partial<ToolContext>,
  ) => Promise<ToolOutcome>;
  readonly read: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
    more?: Partial<ToolContext>,
  ) => Promise<Content>;
};

/** Servers that have answered, and a way to call what they offer. */
export async function readyHost(
  servers: Readonly<Record<string, Partial<McpServerSettings>>>,
  more: Partial<McpWorld> = {},
): Promise<CallableHost> {
  const world = mcpWorld(more);
  const settings = Object.entries(servers).map(([name, own]) => [name, serverSettings(own)] as const);
  const host = startHost(Object.fromEntries(settings), world);
  await host.discovered(20_000, never);
  const call: CallableHost["call"] = (name, args = {}, context = {}) =>
    runTool(host.tools(), name, args, toolContext({ cwd: world.workspace, ...context }));
  return {
    host,
    names: () => host.tools().map((tool) => tool.name),
    call,
    read: async (name, args, context) => contentOf(await call(name, args, context)),
    [Symbol.asyncDispose]: () => host.close(),
  };
}

function runTool(
  tools: readonly Tool[],
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const prepared = tools.find((tool) => tool.name === name)?.prepare(args);
  if (prepared?.kind !== "ready") throw new Error(`cannot call ${name}: ${JSON.stringify(prepared)}`);
  return prepared.call.run(context);
}
