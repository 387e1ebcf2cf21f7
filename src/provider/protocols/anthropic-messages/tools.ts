import type { ToolSchema } from "../../../domain/model-client.ts";
import { isReceived, type Received, without } from "../received.ts";
import type { AnthropicBody, AnthropicTool } from "./wire-types.ts";

/** Tools under the names they came with; of two with one name the first stays. */
export function lowerTools(tools: readonly ToolSchema[]): readonly AnthropicTool[] {
  const first = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
  return tools
    .filter((tool) => first.get(tool.name) === tool)
    .map(({ name, description, parameters }) => ({
      name,
      description: description,
      input_schema: cleanSchema(parameters),
    }));
}

/** A choice in the words of the chat format; without tools there is nothing to choose. */
export function toolSettings(
  tools: readonly AnthropicTool[],
  choice: unknown,
): Pick<AnthropicBody, "tools" | "tool_choice"> {
  if (tools.length === 0 || choice === "none") return {};
  if (typeof choice !== "string") return { tools };
  if (choice === "auto") return { tools, tool_choice: { type: "auto" } };
  if (choice === "required") return { tools, tool_choice: { type: "any" } };
  return { tools, tool_choice: { type: "tool", name: choice } };
}

/** The endpoint refuses unions at the top and has no word for nullable. */
function cleanSchema(schema: Received): Received {
  const bare = collapse(without(schema, "oneOf", "anyOf", "allOf"));
  const object = isReceived(bare) ? bare : {};
  return { ...object, type: "object", properties: isReceived(object["properties"]) ? object["properties"] : {} };
}

function collapse(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(collapse);
  if (!isReceived(schema)) return schema;
  const only = soleChoice(schema);
  if (only !== null) return collapse({ ...without(schema, "anyOf", "oneOf"), ...only });
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, collapseKey(key, value)]));
}

function collapseKey(key: string, value: unknown): unknown {
  if (key === "enum" || key === "const" || key === "default" || key === "examples") return value; // data, not schema
  if (key !== "type" || !Array.isArray(value)) return collapse(value);
  const types: readonly unknown[] = value.filter((type) => type !== "null");
  return types.length === 1 ? types[0] : value;
}

/** The one real member of a union with null. */
function soleChoice(schema: Received): Received | null {
  const union: unknown = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(union)) return null;
  const real: readonly unknown[] = union.filter((member) => !(isReceived(member) && member["type"] === "null"));
  const [only] = real;
  return real.length === 1 && union.length === 2 && isReceived(only) ? only : null;
}
