import type { Settings } from "../config/schema/settings.ts";
import type { Log } from "../domain/log.ts";
import { redaction, type RedactionMode } from "../safety/redact.ts";

/** Masks what looks like a secret in what tools read and say. The log learns how many there were, and nothing else. */
export function countingRedactor(
  { security }: Pick<Settings, "security">,
  log: Log,
): (text: string, mode?: RedactionMode) => string {
  if (!security.redact_secrets) return (text) => text;
  return (text, mode) => {
    const { text: shown, hits } = redaction(text, mode);
    if (hits.length > 0) log("info", "secrets.masked", { count: hits.length });
    return shown;
  };
}
