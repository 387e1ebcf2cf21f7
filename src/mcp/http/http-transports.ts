import type { Transport } from "@modelcontextprotocol/client";
import type { Clock } from "../../domain/clock.ts";
import type { OAuthLogin } from "../oauth/oauth-provider.ts";
import type { Sdk } from "../sdk.ts";
import { createGuardedFetch, type FetchGuard } from "./guarded-fetch.ts";

export type HttpParts = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly guard: Omit<FetchGuard, "configured">;
  readonly login: OAuthLogin | null;
  readonly allowsIssuerMismatch: boolean;
  readonly clock: Clock;
};

export type HttpTransport = Transport & { readonly finishAuth: (answer: URLSearchParams) => Promise<void> };

/** Today's HTTP form, and the one before it. Redirects are followed within the server's own origin only. */
export function httpTransports(
  sdk: Sdk,
  { url, headers, guard, login, clock, allowsIssuerMismatch }: HttpParts,
): readonly (() => HttpTransport)[] {
  const options = {
    fetch: createGuardedFetch({ ...guard, configured: url }),
    requestInit: { headers: { ...headers } },
    ...(login === null ? {} : { authProvider: login, skipIssuerMetadataValidation: allowsIssuerMismatch }),
  };
  const streamable = (): HttpTransport =>
    new sdk.StreamableHTTPClientTransport(url, { ...options, reconnectionScheduler: schedulerOf(clock) });
  return [streamable, () => new sdk.SSEClientTransport(url, options)];
}

/** Whether an answer says that a server does not know today's form. */
export function saysOlderForm(error: unknown, sdk: Sdk): boolean {
  return error instanceof sdk.SdkHttpError && [400, 404, 405, 406, 415].includes(error.status);
}

function schedulerOf(clock: Clock) {
  return (reconnect: () => void, delayMs: number): (() => void) => {
    const stop = new AbortController();
    clock.sleep(delayMs, stop.signal).then(reconnect, () => undefined); // stopped with the connection
    return () => stop.abort();
  };
}
