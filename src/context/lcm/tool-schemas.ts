import { z } from "zod";
import type { ToolSchema } from "../../domain/model-client.ts";

const mostFound = 50;
const mostPage = 4_000; // tokens

/** What the model sends; numbers may come as text. */
export const inputs = {
  lcm_grep: z.object({
    query: z.string().min(1),
    scope: z.enum(["conversation", "all"]).default("conversation"),
    limit: z.coerce.number().int().min(1).max(mostFound).default(10),
  }),
  lcm_describe: z.object({ node_id: z.string().optional() }),
  lcm_expand: z.object({
    node_id: z.string().optional(),
    message_id: z.coerce.number().int().optional(),
    offset: z.coerce.number().int().min(0).default(0),
    limit_tokens: z.coerce.number().int().min(1).max(mostPage).default(2_000),
  }),
  lcm_expand_query: z.object({ question: z.string().min(1), node_ids: z.array(z.string()).max(50).default([]) }),
} as const;

const text = { type: "string" };
const whole = { type: "integer" };
const schema = (
  name: keyof typeof inputs,
  description: string,
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): ToolSchema => ({ name, description, parameters: { type: "object", properties, required } });

export const toolSchemas: readonly ToolSchema[] = [
  schema("lcm_describe", "List summary nodes (sum_…), or one with its children.", { node_id: text }),
  schema("lcm_expand", "Show what a summary node was made of, or one message in full.", {
    node_id: text,
    message_id: whole,
    offset: { ...whole, description: "Characters to skip" },
    limit_tokens: { ...whole, description: "At most 4000" },
  }),
  schema(
    "lcm_expand_query",
    "Ask a side model a question about earlier messages.",
    { question: text, node_ids: { type: "array", items: text } },
    ["question"],
  ),
  schema(
    "lcm_grep",
    "Find earlier messages and summary nodes that contain all words.",
    { query: text, scope: { type: "string", enum: ["conversation", "all"] }, limit: whole },
    ["query"],
  ),
];
