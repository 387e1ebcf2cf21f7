import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { schemaProblem } from "./tool-schema.ts";

/** Whether OpenAI takes a function's parameters. */
export function functionSchemaRefusal(
  name: string,
  parameters: Readonly<Record<string, unknown>> | null,
  param: string,
): Refusal | null {
  if (parameters === null || Object.keys(parameters).length === 0) return null;
  const details = { param, code: "invalid_function_parameters" };
  if (parameters["type"] !== "object") {
    const got = parameters["type"] === undefined ? '"None"' : JSON.stringify(parameters["type"]);
    return refuse(
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${got}'.`,
      details,
    );
  }
  const problem = schemaProblem(parameters);
  return problem === null ? null : refuse(`Invalid schema for function '${name}': ${problem}.`, details);
}
