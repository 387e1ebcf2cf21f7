import { z } from "zod";
import type { ContextEngine } from "../../domain/context-engine.ts";
import { expand, type ToolDeps } from "./expand.ts";
import { expandQuery } from "./expand-query.ts";
import { describe, grep } from "./look-up.ts";
import { inputs, toolSchemas } from "./tool-schemas.ts";

type EngineTools = Pick<ContextEngine, "getToolSchemas" | "handleToolCall">;
type Answer = Readonly<Record<string, unknown>>;

/** The ways back from a view to what was said. */
export function lcmTools(deps: Omit<ToolDeps, "tokensOf">, tokensOf: ToolDeps["tokensOf"]): EngineTools {
  const parts = { ...deps, tokensOf };
  return {
    getToolSchemas: () => toolSchemas,
    handleToolCall: async (name, args, signal) => JSON.stringify(await answerTo(name, args, parts, signal)),
  };
}

async function answerTo(name: string, args: unknown, deps: ToolDeps, signal: AbortSignal): Promise<Answer> {
  switch (name) {
    case "lcm_grep":
      return read(inputs.lcm_grep, args, (input) => grep(input, deps));
    case "lcm_describe":
      return read(inputs.lcm_describe, args, (input) => describe(input, deps));
    case "lcm_expand":
      return read(inputs.lcm_expand, args, (input) => expand(input, deps));
    case "lcm_expand_query":
      return read(inputs.lcm_expand_query, args, (input) => expandQuery(input, deps, signal));
    default:
      return { error: `no such tool: ${name}` };
  }
}

async function read<T>(
  schema: z.ZodType<T>,
  args: unknown,
  run: (input: T) => Answer | Promise<Answer>,
): Promise<Answer> {
  const input = schema.safeParse(args);
  return input.success ? run(input.data) : { error: z.prettifyError(input.error) };
}
