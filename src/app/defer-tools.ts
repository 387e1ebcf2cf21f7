import type { Settings } from "../config/schema/settings.ts";
import { estimateTokens, familyFor } from "../context/estimate-tokens.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import { standInNames, standIns } from "../tools/deferred/stand-ins.ts";
import { withDeferred } from "../tools/deferred/with-deferred.ts";
import { createRegistry, schemaOf, type Registry } from "../tools/registry.ts";

type Wishes = { readonly settings: Settings; readonly runtime: Runtime };

type Listed = {
  readonly tools: readonly Tool[];
  /** Groups that stand behind the others, in order. */
  readonly behind: readonly (readonly Tool[])[];
};

/** A session's list: with the schemas of servers' tools in it, or with the two tools they are found and called by. */
export function listOf({ tools, behind }: Listed, wishes: Wishes): Registry {
  const own = tools.filter(({ server }) => server === undefined);
  const taken = new Set([...own, ...behind.flat()].map(({ name }) => name));
  const foreign = tools.filter(({ server, name }) => server !== undefined && !taken.has(name));
  if (!areDeferred(foreign, taken, wishes)) return createRegistry(tools, ...behind);
  return withDeferred(createRegistry([...own, ...standIns(foreign)], ...behind), foreign);
}

/** Without the means to find and call them, tools have to be listed. */
function areDeferred(foreign: readonly Tool[], taken: ReadonlySet<string>, { settings, runtime }: Wishes): boolean {
  const { enabled, threshold_pct: percent } = settings.tools.tool_search;
  const { disabled_tools: disabled } = settings.agent;
  if (foreign.length === 0 || enabled === false) return false;
  if (standInNames.some((name) => taken.has(name) || disabled.includes(name))) return false;
  return enabled === true || tokensOf(foreign, runtime) > (runtime.contextLength * percent) / 100;
}

function tokensOf(tools: readonly Tool[], runtime: Runtime): number {
  const family = familyFor(runtime);
  return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(schemaOf(tool)), family), 0);
}
