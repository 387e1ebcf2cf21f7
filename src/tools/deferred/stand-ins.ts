import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import { callThrough } from "../../text/meant-call.ts";
import { nearest } from "../../text/nearest.ts";
import { terseSchema } from "../terse-schema.ts";
import { rankTools, type FindTools } from "./rank-tools.ts";

export const searchName = "tool_search";
export const standInNames: readonly string[] = [searchName, callThrough];

const usualLimit = 5;
const mostFound = 20;

/** What stands in the list in place of tools that are found by search. */
export function standIns(deferred: readonly Tool[]): readonly Tool[] {
  return [searchTool(deferred), callTool(deferred)];
}

function searchTool(deferred: readonly Tool[]): Tool {
  let find: FindTools | null = null; // the index is made when somebody searches
  return defineTool({
    name: searchName,
    toolset: "mcp",
    description: `Find tools of connected servers, which are not listed here: ${serversOf(deferred)}. Call them with ${callThrough}.`,
    concurrency: "free",
    readOnly: true,
    input: z.object({
      query: z.string().optional().describe("What it should do, or its name"),
      limit: z.int().min(1).max(mostFound).default(usualLimit),
    }),
    preview: ({ query = "" }) => query,
    run: async ({ query = "", limit }) => {
      find ??= rankTools(deferred);
      return found(find(query, limit));
    },
  });
}

/** Never entered itself: a call that names a tool becomes that tool's own, and any other is told what is wrong. */
function callTool(deferred: readonly Tool[]): Tool {
  const names = deferred.map(({ name }) => name);
  const input = z.object({
    name: z.string().refine((name) => names.includes(name), { error: ({ input: name }) => unknownName(name, names) }),
    arguments: z.record(z.string(), z.unknown()).optional().describe("As in its parameters"),
  });
  return defineTool({
    name: callThrough,
    toolset: "mcp",
    description: `Call a tool that ${searchName} found.`,
    concurrency: "shell",
    input,
    run: async ({ name }) => fail(`${name} was not called`),
  });
}

function found(tools: readonly Tool[]): ToolOutcome {
  if (tools.length === 0)
    return ok({ tools: [], note: "Nothing matches. Try other words, or none for the first by name." });
  return ok({
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: terseSchema(parameters),
    })),
  });
}

function unknownName(name: unknown, names: readonly string[]): string {
  const guess = typeof name === "string" ? nearest(name, names) : null;
  const hint = guess === null ? "" : ` Did you mean ${guess}?`;
  return `no tool to be found by search is called ${JSON.stringify(name)}.${hint} Search with ${searchName}; call a tool of your list directly.`;
}

/** Each server with the number of its tools, so that the model knows what there is to find. */
function serversOf(deferred: readonly Tool[]): string {
  const byServer = Map.groupBy(deferred, ({ server, toolset }) => server ?? toolset);
  return [...byServer]
    .map(([name, tools]) => `${name} (${tools.length})`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(", ");
}
