import { broughtTools } from "../../domain/brought-tools.ts";
import type { Log } from "../../domain/log.ts";
import type { MemoryProvider } from "../../domain/memory-provider.ts";
import type { Tool } from "../../domain/tool.ts";

/** A provider's own tools. */
export function providerTools(provider: MemoryProvider, taken: readonly string[], log: Log): readonly Tool[] {
  return broughtTools(provider, {
    toolset: "memory",
    readOnly: false,
    taken,
    onDropped: () => log("warning", "memory.provider_tool_dropped", { provider: provider.name }),
    onFailed: (error) => log("warning", "memory.provider_failed", { call: "getToolSchemas", error: String(error) }),
  });
}
