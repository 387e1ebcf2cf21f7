import type { Settings } from "../config/schema/settings.ts";
import type { Tool } from "../domain/tool.ts";
import { toolsetOf } from "../mcp/tool-names.ts";
import { setsFor } from "../tools/tool-switches.ts";
import { isToolset, resolveToolsets } from "../tools/toolsets.ts";

type Wishes = {
  readonly settings: Settings;
  readonly options: { readonly toolsets: readonly string[] | null; readonly source?: string | null };
};

/** Sets that stand for a whole surface; what the person connected belongs to it. Webhooks carry strangers' words. */
const whole = /^(?:hermes-(?!webhook$).+|all|\*)$/u;

/** Which tools of servers a session gets: those of whole surfaces, and of sets named one by one. */
export function chooseMcpTools(tools: readonly Tool[], { settings, options }: Wishes): readonly Tool[] {
  const sets = mcpToolsets(tools, settings);
  const custom = { ...sets, ...settings.custom_toolsets };
  const named = options.toolsets ?? setsFor(settings, options.source ?? "cli");
  const wanted = named.filter((name) => name.startsWith("-") || isToolset(name, custom)); // single tools are ours
  const resolved = resolveToolsets(
    {
      wanted: wanted.some((name) => whole.test(name)) ? [...wanted, ...Object.keys(sets)] : wanted,
      disabledSets: settings.agent.disabled_toolsets,
      disabledTools: settings.agent.disabled_tools,
      custom,
    },
    tools.map(({ name }) => name),
  );
  return resolved.kind === "tools" ? tools.filter(({ name }) => resolved.names.includes(name)) : [];
}

/** A set for each configured server, be it connected or not. */
export function mcpToolsets(
  tools: readonly Tool[],
  { mcp_servers: servers }: Settings,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.keys(servers).map((name) => {
      const set = toolsetOf(name);
      return [set, tools.filter(({ toolset }) => toolset === set).map((tool) => tool.name)];
    }),
  );
}
