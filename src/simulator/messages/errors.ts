import { refuse } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { SchemaIssue } from "../schema-issue.ts";
import type { WireFormat } from "../wire-format.ts";

const types: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** What Anthropic says when a request cannot be served at all. */
export const anthropicEdge: Pick<
  WireFormat,
  "credential" | "headerProblem" | "requestIdHeader" | "unauthorized" | "unknownModel" | "errorBody"
> = {
  requestIdHeader: "request-id",
  credential: (headers) => headers["x-api-key"] ?? /^bearer (.+)$/i.exec(headers["authorization"] ?? "")?.[1] ?? null,
  headerProblem: (headers) =>
    headers["anthropic-version"] === undefined ? refuse("anthropic-version: header is required") : null,
  unauthorized: (presented) =>
    refuse(presented === null ? "x-api-key header is required" : "invalid x-api-key", { status: 401 }),
  unknownModel: (model) => refuse(`model: ${model}`, { status: 404 }),
  errorBody: (refusal, requestId) => ({
    type: "error",
    error: { type: refusal.type ?? types[refusal.status] ?? "api_error", message: refusal.message },
    request_id: requestId,
  }),
};

/** A failed schema in the words Anthropic has for it. */
export function anthropicIssue({ kind, path, expected, choices, limit, received }: SchemaIssue): Refusal {
  const where = path.map(String).join(".");
  switch (kind) {
    case "missing":
      return refuse(`${where}: Field required`);
    case "extra":
      return refuse(`${where}: Extra inputs are not permitted`);
    case "type":
      return refuse(`${where}: Input should be ${typeWords[expected] ?? `a valid ${expected}`}`);
    case "pattern":
      return refuse(`${where}: String should match pattern '${expected.replaceAll(/^\/|\/$/g, "")}'`);
    case "length":
      return refuse(`${where}: ${lengthWords(received, expected, limit)}`);
    case "value":
      return refuse(`${where}: Input should be ${choices.map((choice) => `'${choice}'`).join(" or ") || "valid"}`);
  }
}

const typeWords: Readonly<Record<string, string>> = {
  int: "a valid integer",
  record: "a valid dictionary",
  object: "a valid dictionary",
  array: "a valid list",
};

function lengthWords(received: unknown, expected: string, limit: number): string {
  const side = expected === "minimum" ? "at least" : "at most";
  if (typeof received === "string") return `String should have ${side} ${limit} characters`;
  if (Array.isArray(received)) return `List should have ${side} ${limit} items after validation`;
  return `Input should be ${expected === "minimum" ? "greater" : "less"} than or equal to ${limit}`;
}
