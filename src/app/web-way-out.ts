import type { Clock } from "../domain/clock.ts";
import type { Secret } from "../domain/secret.ts";
import type { ReadPage, WebBackend } from "../domain/web-backend.ts";
import type { UrlRules } from "../safety/urls/judge-url.ts";
import { systemResolve } from "../safety/urls/system-resolve.ts";
import { accessFor } from "../tools/web/backend-access.ts";
import { createGuardedFetch, type GuardedFetch } from "../tools/web/guarded-fetch.ts";
import { ownReader, serviceReader } from "../tools/web/read-page.ts";

type WayOutParts = {
  readonly rules: UrlRules;
  readonly clock: Clock;
  readonly secrets: { readonly secret: (name: string) => Secret | null };
};

type WayOut = { readonly fetch: GuardedFetch; readonly readPage: ReadPage };

const extractMs = 30_000;

/** The one guarded way to the web, and pages read through it; by a service where one was chosen. */
export function openWayOut(backend: WebBackend | null, { rules, clock, secrets }: WayOutParts): WayOut {
  const fetch = createGuardedFetch({ rules, resolve: systemResolve, clock });
  const own = ownReader(fetch);
  const extract = backend?.extract;
  if (backend === null || extract === undefined) return { fetch, readPage: own };
  const parts = { fetch, variable: secrets.secret, timeoutMs: extractMs };
  const service: ReadPage = (url, signal) => extract(url, accessFor(backend, parts, signal));
  return { fetch, readPage: serviceReader({ service, own, rules, resolve: systemResolve }) };
}
