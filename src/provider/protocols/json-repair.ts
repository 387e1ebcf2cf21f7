import { sorted } from "../../text/canonical-json.ts";
import { parseJson, parseRepaired } from "../../text/json-repair.ts";
import { wellFormed } from "../../text/well-formed.ts";

/** Arguments as they go on the wire: equal values give equal bytes; what cannot be read becomes `{}`. */
export function canonicalArguments(text: string): string {
  return JSON.stringify(wellFormed(sorted(parseRepaired(text) ?? {})));
}

export type SettledArguments = { readonly text: string; readonly state: "whole" | "truncated" | "invalid" };

/** What a fresh reply may be executed with. Unreadable text is kept, and never turned into `{}`. */
export function settleArguments(raw: string): SettledArguments {
  if (parseJson(raw) !== undefined) return { text: raw, state: "whole" };
  const value = parseRepaired(raw);
  if (value !== undefined) return { text: JSON.stringify(value), state: "whole" };
  return { text: raw, state: /[}\]]$/.test(raw.trimEnd()) ? "invalid" : "truncated" };
}

/** Complete as it stands: a repair would hide that the rest is missing. */
export function isCompleteJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
