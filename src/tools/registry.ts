import type { ToolSchema } from "../domain/model-client.ts";
import type { Tool } from "../domain/tool.ts";
import { nearest } from "../text/nearest.ts";
import { toolsPhrases } from "../text/phrases/tools.ts";
import { terseSchema } from "./terse-schema.ts";

/** The tools of a session, frozen: what is advertised is byte for byte the same in every request. */
export type Registry = {
  readonly names: readonly string[];
  readonly tools: readonly Tool[];
  readonly schemas: readonly ToolSchema[];
  /** Tools that can be called though they are not in the list: they are found by search. */
  readonly deferred: readonly ToolSchema[];
  readonly find: (name: string) => Tool | null;
  /** For the model, about a name that is not in the list. */
  readonly unknown: (name: string) => string;
};

const validName = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Sorted by name, those of a context engine behind the others and those of an outside memory last. Of two tools with one
 * name the first stays; a name no endpoint accepts is a mistake of the caller.
 */
export function createRegistry(given: readonly Tool[], ...behind: readonly (readonly Tool[])[]): Registry {
  const byName = new Map<string, Tool>();
  for (const tool of [...given, ...behind.flat()]) {
    if (!validName.test(tool.name)) throw new Error(toolsPhrases.badToolName(tool.name));
    if (!byName.has(tool.name)) byName.set(tool.name, tool);
  }
  const groupOf = (tool: Tool): number => behind.findIndex((group) => group.includes(tool)); // -1: an ordinary one
  const tools = [...byName.values()].toSorted((a, b) => groupOf(a) - groupOf(b) || (a.name < b.name ? -1 : 1));
  const names = tools.map((tool) => tool.name);
  return {
    names,
    tools,
    schemas: tools.map(schemaOf),
    deferred: [],
    find: (name) => byName.get(name) ?? null,
    unknown: (name) => unknownTool(name, names),
  };
}

export function schemaOf({ name, description, parameters }: Tool): ToolSchema {
  return { name, description, parameters: terseSchema(parameters) };
}

function unknownTool(name: string, names: readonly string[]): string {
  const guess = nearest(name, names);
  const hint = guess === null ? "" : ` Did you mean ${guess}?`;
  return `Unknown tool ${JSON.stringify(name)}.${hint} Available tools: ${names.join(", ") || "none"}.`;
}
