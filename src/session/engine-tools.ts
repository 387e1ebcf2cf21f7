import { z } from "zod";
import type { ContextEngine } from "../domain/context-engine.ts";
import type { Log } from "../domain/log.ts";
import { fail, ok } from "../domain/outcome.ts";
import type { Tool } from "../domain/tool.ts";

export const engineToolset = "context_engine";

const Schema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }),
});

/** Tools that an engine brings along; one without a usable name is left out. Asked for once. */
export function engineTools(engine: ContextEngine, log: Log): readonly Tool[] {
  return schemasOf(engine, log).flatMap((raw) => {
    const schema = Schema.safeParse(raw);
    if (schema.success) return [toolOf(schema.data, engine)];
    log("warning", "engine.tool_dropped", { engine: engine.name });
    return [];
  });
}

function schemasOf(engine: ContextEngine, log: Log): readonly unknown[] {
  try {
    return engine.handleToolCall === undefined ? [] : (engine.getToolSchemas?.() ?? []);
  } catch (error) {
    log("warning", "engine.failed", { method: "getToolSchemas", error: String(error) });
    return [];
  }
}

function toolOf({ name, description, parameters }: z.infer<typeof Schema>, engine: ContextEngine): Tool {
  return {
    name,
    toolset: engineToolset,
    description,
    parameters,
    concurrency: "state",
    readOnly: true, // it looks at the conversation and changes nothing but the engine's own notes
    needsSession: true,
    maxResultChars: null,
    prepare: (args) => ({
      kind: "ready",
      call: {
        paths: null,
        preview: "",
        ownLimitMs: null,
        run: async ({ signal }) => {
          const answer = await engine.handleToolCall?.(name, args, signal);
          return answer === undefined ? fail(`${engine.name} does not answer tool calls`) : ok(answer);
        },
      },
    }),
  };
}
