import { z } from "zod";
import { ok } from "../../src/domain/outcome.ts";
import { defineTool, type Tool } from "../../src/domain/tool.ts";

type More = Partial<Pick<Tool, "concurrency" | "readOnly">>;

/** A tool as a server brings it: it answers with what it was given. */
export function serverTool(server: string, name: string, description = "", more: More = {}): Tool {
  const tool = defineTool({
    concurrency: "shell",
    ...more,
    name: `mcp__${server}__${name}`,
    toolset: `mcp-${server}`,
    description,
    input: z.object({ n: z.int(), text: z.string().optional() }),
    preview: ({ n }) => `n ${n}`,
    run: async (input) => ok(input),
  });
  return { ...tool, server };
}
