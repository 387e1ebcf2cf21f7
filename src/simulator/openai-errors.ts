import type { WireFormat } from "./wire-format.ts";
import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { typeName } from "./schema-issue.ts";
import type { SchemaIssue } from "./schema-issue.ts";

/** What both OpenAI formats say when a request cannot be served at all. */
export const openAiEdge: Pick<
  WireFormat,
  "credential" | "headerProblem" | "requestIdHeader" | "unauthorized" | "unknownModel" | "errorBody"
> = {
  requestIdHeader: "x-request-id",
  credential: (headers) => /^bearer (.+)$/i.exec(headers["authorization"] ?? "")?.[1] ?? null,
  headerProblem: () => null,
  unauthorized: (presented) =>
    presented === null
      ? refuse(
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
          { status: 401 },
        )
      : refuse(`Incorrect API key provided: ${masked(presented)}.`, { status: 401, code: "invalid_api_key" }),
  unknownModel: (model) =>
    refuse(`The model \`${model}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: "model_not_found",
    }),
  errorBody: (refusal) => ({
    error: {
      message: refusal.message,
      type: refusal.type ?? usualType(refusal.status),
      param: refusal.param,
      code: refusal.code,
    },
  }),
};

/** A failed schema in the words OpenAI has for it. */
export function openAiIssue(issue: SchemaIssue): Refusal {
  const param = paramOf(issue.path);
  switch (issue.kind) {
    case "missing":
      return refuse(`Missing required parameter: '${param}'.`, { param, code: "missing_required_parameter" });
    case "extra":
      return refuse(`Unknown parameter: '${param}'.`, { param, code: "unknown_parameter" });
    case "type":
      return refuse(
        `Invalid type for '${param}': expected ${article(issue.expected)}, but got ${typeName(issue.received)} instead.`,
        { param, code: "invalid_type" },
      );
    case "length":
      return lengthRefusal(issue, param);
    case "pattern":
      return refuse(
        `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${issue.expected}'.`,
        { param, code: "invalid_value" },
      );
    case "value":
      return refuse(`Invalid value: ${quoted(issue.received)}.${supported(issue.choices)}`, {
        param,
        code: "invalid_value",
      });
  }
}

function lengthRefusal({ received, expected, limit }: SchemaIssue, param: string): Refusal {
  if (typeof received === "string") {
    const side = expected === "maximum" ? "too long" : "too short";
    return refuse(
      `Invalid '${param}': string ${side}. Expected a string with ${expected} length ${limit}, but got a string with length ${received.length} instead.`,
      { param, code: expected === "maximum" ? "string_above_max_length" : "string_below_min_length" },
    );
  }
  if (Array.isArray(received)) {
    const what = received.length === 0 ? "empty array" : "array too long";
    const got = received.length === 0 ? "an empty array" : `an array with length ${received.length}`;
    return refuse(
      `Invalid '${param}': ${what}. Expected an array with ${expected} length ${limit}, but got ${got} instead.`,
      { param, code: received.length === 0 ? "empty_array" : "array_above_max_length" },
    );
  }
  const side = expected === "maximum" ? "above maximum" : "below minimum";
  return refuse(
    `Invalid '${param}': ${side} value. Expected a value ${expected === "maximum" ? "<=" : ">="} ${limit}, but got ${quoted(received)} instead.`,
    { param, code: `integer_${side.replace(" ", "_")}_value` },
  );
}

/** `messages[0].content[1].text`, as OpenAI writes it. */
function paramOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

function supported(choices: readonly string[]): string {
  if (choices.length === 0) return "";
  return ` Supported values are: ${choices.map((choice) => `'${choice}'`).join(", ")}.`;
}

function article(type: string): string {
  if (type === "record") return "an object";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function quoted(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : JSON.stringify(value);
}

function masked(key: string): string {
  return key.length <= 12 ? "***" : `${key.slice(0, 4)}***${key.slice(-4)}`;
}

function usualType(status: number): string {
  if (status === 429) return "requests";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
