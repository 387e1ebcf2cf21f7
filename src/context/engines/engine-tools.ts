import { broughtTools } from "../../domain/brought-tools.ts";
import type { ContextEngine } from "../../domain/context-engine.ts";
import type { Log } from "../../domain/log.ts";
import type { Tool } from "../../domain/tool.ts";

/** An engine's own tools. Names that others have fall to those. */
export function engineTools(engine: ContextEngine, log: Log): readonly Tool[] {
  return broughtTools(engine, {
    toolset: "context_engine",
    readOnly: true,
    onDropped: () => log("warning", "engine.tool_dropped", { engine: engine.name }),
    onFailed: (error) => log("warning", "engine.failed", { method: "getToolSchemas", error: String(error) }),
  });
}
