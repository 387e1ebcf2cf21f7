import { maskPrivateKeys } from "./private-keys.ts";
import { environmentPatterns, secretPatterns, type RedactionHit, type SecretPattern } from "./secret-patterns.ts";

/** "environment" also masks `NAME=value` with a secret's name: for env dumps, not for source code. */
export type RedactionMode = "text" | "environment";

/** Text that may be shown, logged or sent. Masking what is masked already changes nothing. */
export function redactSecrets(text: string, mode: RedactionMode = "text"): string {
  return redaction(text, mode).text;
}

/** The same with what was hidden, for whoever must put a secret back where its mask stands. */
export function redaction(
  text: string,
  mode: RedactionMode = "text",
): { readonly text: string; readonly hits: readonly RedactionHit[] } {
  const hits: RedactionHit[] = [];
  const patterns = mode === "text" ? secretPatterns : [...secretPatterns, ...environmentPatterns];
  const redacted = patterns.reduce((current, pattern) => apply(pattern, current, hits), maskPrivateKeys(text, hits));
  return { text: redacted, hits };
}

const longEnoughToHint = 18;

function maskOf(secret: string): string {
  return secret.length < longEnoughToHint ? "***" : `${secret.slice(0, 6)}…${secret.slice(-4)}`;
}

function apply({ pattern, proof }: SecretPattern, text: string, hits: RedactionHit[]): string {
  return text.replace(pattern, (...found: unknown[]) => {
    const match = String(found[0]);
    const groups = groupsOf(found.at(-1));
    const secret = groups["secret"] ?? "";
    if (proof !== undefined && !proof(groups)) return match;
    const mask = maskOf(secret);
    hits.push({ mask, original: secret });
    const at = match.lastIndexOf(secret);
    return match.slice(0, at) + mask + match.slice(at + secret.length);
  });
}

function groupsOf(value: unknown): Readonly<Record<string, string | undefined>> {
  if (value === null || typeof value !== "object") return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [key, text === undefined ? text : String(text)]),
  );
}
