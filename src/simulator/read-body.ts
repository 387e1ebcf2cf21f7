import { refuse } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

export type ParsedBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** A body as JSON that is also text: a lone surrogate has no UTF-8 and no vendor takes it. */
export function readBody(text: string): ParsedBody {
  const value = parse(text);
  if (value === undefined) {
    return refused("We could not parse the JSON body of your request. The request body is not valid JSON.");
  }
  if (/\\u[dD][89a-fA-F]/.test(text) && !isText(value)) {
    return refused("The request body is not valid JSON: no low surrogate in string");
  }
  return { kind: "json", value };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // no JSON text means undefined
  }
}

function isText(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isText(inner));
}

function refused(message: string): ParsedBody {
  return { kind: "refused", refusal: refuse(message) };
}
