import { z } from "zod";
import type { Log } from "../../domain/log.ts";
import type { MemoryProvider } from "../../domain/memory-provider.ts";
import { fail, ok } from "../../domain/outcome.ts";
import type { Tool } from "../../domain/tool.ts";

const FunctionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }),
});
const WrappedSchema = z.object({ function: FunctionSchema }).transform((wrapped) => wrapped.function);
const AnySchema = z.union([WrappedSchema, FunctionSchema]);

/** A provider's own tools, sorted by name. A schema without a usable name, or with one that is taken, is left out. */
export function providerTools(provider: MemoryProvider, taken: readonly string[], log: Log): readonly Tool[] {
  const schemas = schemasOf(provider, log).flatMap((raw) => {
    const schema = AnySchema.safeParse(raw);
    if (schema.success && !taken.includes(schema.data.name)) return [schema.data];
    log("warning", "memory.provider_tool_dropped", { provider: provider.name });
    return [];
  });
  const firsts = schemas.filter(({ name }, index) => schemas.findIndex((other) => other.name === name) === index);
  return firsts.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((schema) => toolOf(schema, provider));
}

function schemasOf(provider: MemoryProvider, log: Log): readonly unknown[] {
  try {
    return provider.handleToolCall === undefined ? [] : (provider.getToolSchemas?.() ?? []);
  } catch (error) {
    log("warning", "memory.provider_failed", { call: "getToolSchemas", error: String(error) });
    return [];
  }
}

function toolOf({ name, description, parameters }: z.infer<typeof FunctionSchema>, provider: MemoryProvider): Tool {
  return {
    name,
    toolset: "memory",
    description,
    parameters,
    concurrency: "state",
    readOnly: false,
    needsSession: true,
    maxResultChars: null,
    prepare: (args) => ({
      kind: "ready",
      call: {
        paths: null,
        preview: "",
        ownLimitMs: null,
        run: async ({ signal }) => {
          const answer = await provider.handleToolCall?.(name, args, signal);
          return answer === undefined ? fail(`${provider.name} does not answer tool calls`) : ok(answer);
        },
      },
    }),
  };
}
