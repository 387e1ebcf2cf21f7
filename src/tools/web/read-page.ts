import type { ReadPage, WebAnswer, WebPage } from "../../domain/web-backend.ts";
import { checkUrl } from "../../safety/urls/checked-lookup.ts";
import type { Resolve } from "../../safety/urls/system-resolve.ts";
import { carriesCredentials } from "../../safety/urls/carries-credentials.ts";
import type { UrlRules } from "../../safety/urls/judge-url.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { pageText } from "./page-text.ts";

const mostBytes = 10_000_000;
const fetchMs = 30_000;

/** Pages fetched from this machine. */
export function ownReader(fetch: GuardedFetch): ReadPage {
  return async (url, signal) => {
    const answer = await fetch({ url, maxBytes: mostBytes, timeoutMs: fetchMs }, signal);
    if (answer.kind === "failed") return { kind: "failed", message: answer.reason };
    if (answer.status >= 400) return { kind: "failed", message: `the server answered ${answer.status}` };
    signal.throwIfAborted();
    return pageText(answer);
  };
}

export type ServiceReader = {
  readonly service: (url: string, signal: AbortSignal) => Promise<WebAnswer<WebPage>>;
  readonly own: ReadPage;
  readonly rules: UrlRules;
  readonly resolve: Resolve;
};

/** Pages read by a service; what nobody else should know of is fetched from here. */
export function serviceReader({ service, own, rules, resolve }: ServiceReader): ReadPage {
  return async (url, signal) => {
    const checked = await checkUrl(url, { ...rules, allowPrivate: false }, resolve);
    if (checked.kind === "blocked" || carriesCredentials(checked.url)) return own(url, signal);
    try {
      return await service(checked.url.href, signal);
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error); // a plugin's: its troubles are not ours
      return { kind: "failed", message: `the service failed: ${why}` };
    }
  };
}
