import type { Content } from "./message.ts";

/** What came of a tool call. A tool never throws at the model: it says in words what was wrong. */
export type ToolOutcome =
  | { readonly kind: "ok"; readonly content: Content; readonly truncated?: boolean }
  | {
      readonly kind: "error";
      readonly message: string;
      /** Further fields of the result object, such as what was printed before a command failed. */
      readonly details?: Readonly<Record<string, unknown>>;
      /** Whether something may have changed all the same. Absent: nothing to say. */
      readonly effect?: "none" | "unknown";
    };

/** Results are JSON text for the model; a string or parts go through as they are. */
export function ok(value: string | Content | Readonly<Record<string, unknown>>): ToolOutcome {
  if (typeof value === "string" || isParts(value)) return { kind: "ok", content: value };
  return { kind: "ok", content: JSON.stringify(value) };
}

export function fail(message: string, details?: Readonly<Record<string, unknown>>): ToolOutcome {
  return details === undefined ? { kind: "error", message } : { kind: "error", message, details };
}

/** The text the model gets. */
export function contentOf(outcome: ToolOutcome): Content {
  return outcome.kind === "ok" ? outcome.content : JSON.stringify({ error: outcome.message, ...outcome.details });
}

function isParts(value: Content | Readonly<Record<string, unknown>>): value is Content {
  return Array.isArray(value);
}
