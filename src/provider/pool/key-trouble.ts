import type { ProviderFailure } from "../../domain/failure.ts";

/** What a failure says about the key that was used. */
export type KeyTrouble =
  | "none"
  | "billing"
  | "rate_limit"
  | "usage_limit" // a rate limit that will not pass with the next request
  | "refused"
  | "revoked"; // never again

const terminalReasons = [
  "token_revoked",
  "token_invalidated",
  "invalid_grant",
  "invalid_token",
  "refresh_token_reused",
  "unauthorized_client",
];

/** Narrower than the group that classifies: "rate limit exceeded" is over in a moment. */
const usageLimit = ["usage limit", "usage_limit", "current quota", "insufficient_quota"];

/** A 403 of this kind is about what the account may do: another token of it would be refused as well. */
const entitlement = ["entitle", "not have access to", "does not have permission", "permission_error", "subscription"];

export function keyTrouble({ kind, status, code, text }: ProviderFailure): KeyTrouble {
  if (kind === "billing") return "billing";
  if (kind === "rate_limit") return says(text, usageLimit) ? "usage_limit" : "rate_limit";
  if (kind !== "auth") return "none";
  if (isTerminal(code, text)) return "revoked";
  return status === 403 && says(`${code ?? ""} ${text}`.toLowerCase(), entitlement) ? "none" : "refused";
}

export function isTerminal(code: string | null, text: string): boolean {
  return terminalReasons.some((reason) => code?.toLowerCase() === reason || text.includes(reason));
}

function says(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
}
