import type { Secret } from "../../domain/secret.ts";
import type { WebAccess, WebBackend } from "../../domain/web-backend.ts";
import { decodeText } from "./decode-text.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

const mostBytes = 10_000_000;

export type AccessParts = {
  readonly fetch: GuardedFetch;
  readonly variable: (name: string) => Secret | null;
  readonly timeoutMs: number;
};

/** What a backend may use: its own variables and the way out, nothing else. */
export function accessFor(
  { requiresEnv }: Pick<WebBackend, "requiresEnv">,
  { fetch, variable, timeoutMs }: AccessParts,
  signal: AbortSignal,
): WebAccess {
  return {
    signal,
    variable: (name) => (requiresEnv.includes(name) ? variable(name) : null),
    request: async ({ url, headers = {}, json }) => {
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const typed = json === undefined ? headers : { "content-type": "application/json", ...headers };
      const asked = { url, headers: typed, ...body, maxBytes: mostBytes, timeoutMs, configured: true };
      const answer = await fetch(asked, signal);
      if (answer.kind === "failed") return { kind: "failed", message: answer.reason };
      const text = decodeText(answer.bytes, answer.contentType);
      return { kind: "found", value: { status: answer.status, text } };
    },
  };
}
