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

/** A rejected find this short is looked into again: `Authorization: Authorization: key` holds a second one. */
const lookedIntoAgain = 256;

function apply({ pattern, needs, proof }: SecretPattern, text: string, hits: RedactionHit[]): string {
  if (needs !== undefined && !text.includes(needs)) return text;
  pattern.lastIndex = 0; // compiled once: this runs over every log line and every result
  let done = "";
  let from = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const groups = found.groups ?? {};
    const secret = groups["secret"] ?? "";
    const start = found.index + found[0].lastIndexOf(secret);
    if (proof !== undefined && !proof(groups)) {
      if (secret.length < lookedIntoAgain) pattern.lastIndex = Math.max(start, found.index + 1);
      continue;
    }
    const mask = maskOf(secret);
    hits.push({ mask, original: secret });
    done += text.slice(from, start) + mask;
    from = start + secret.length;
  }
  return from === 0 ? text : done + text.slice(from);
}
