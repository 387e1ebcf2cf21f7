import { z } from "zod";
import type { ContextEngine } from "../../domain/context-engine.ts";
import type { Log } from "../../domain/log.ts";
import { fail, ok } from "../../domain/outcome.ts";
import type { Tool } from "../../domain/tool.ts";

const FunctionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }),
});
const WrappedSchema = z.object({ function: FunctionSchema }).transform((wrapped) => wrapped.function);
const AnySchema = z.union([WrappedSchema, FunctionSchema]);

/** An engine's own tools, sorted by name. One without a usable name is left out; names that are taken fall to others. */
export function engineTools(engine: ContextEngine, log: Log): readonly Tool[] {
  const schemas = schemasOf(engine, log).flatMap((raw) => {
    const schema = AnySchema.safeParse(raw);
    if (schema.success) return [schema.data];
    log("warning", "engine.tool_dropped", { engine: engine.name });
    return [];
  });
  return schemas.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((schema) => toolOf(schema, engine));
}

function schemasOf(engine: ContextEngine, log: Log): readonly unknown[] {
  try {
    return engine.handleToolCall === undefined ? [] : (engine.getToolSchemas?.() ?? []);
  } catch (error) {
    log("warning", "engine.failed", { method: "getToolSchemas", error: String(error) });
    return [];
  }
}

function toolOf({ name, description, parameters }: z.infer<typeof FunctionSchema>, engine: ContextEngine): Tool {
  return {
    name,
    toolset: "context_engine",
    description,
    parameters,
    concurrency: "state",
    readOnly: true,
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
          return typeof answer === "string" ? ok(answer) : fail(`${engine.name} does not answer tool calls`);
        },
      },
    }),
  };
}
