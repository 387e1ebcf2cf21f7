import type { ClientRequest, IncomingMessage } from "node:http";
import type { Clock } from "../../domain/clock.ts";
import { checkUrl, pinnedLookup, type CheckedUrl } from "../../safety/urls/checked-lookup.ts";
import type { Resolve } from "../../safety/urls/system-resolve.ts";
import type { UrlRules } from "../../safety/urls/judge-url.ts";
import { readBody } from "./read-body.ts";

type FetchRequest = {
  readonly url: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: string;
  /** The person wrote this URL into the settings: it may be private. What it redirects to may not. */
  readonly configured?: boolean;
};

export type Fetched =
  | {
      readonly kind: "fetched";
      readonly url: URL; // where the last redirect led
      readonly status: number;
      readonly contentType: string;
      readonly bytes: Buffer;
    }
  | { readonly kind: "failed"; readonly reason: string };

/** Rejects only when the outer signal does; everything else that goes wrong is a reason in words. */
export type GuardedFetch = (request: FetchRequest, signal: AbortSignal) => Promise<Fetched>;

export type FetchDeps = { readonly rules: UrlRules; readonly resolve: Resolve; readonly clock: Clock };

const mostRedirects = 5;
const agentName = "Mozilla/5.0 (compatible; Hermes agent)";

/** HTTP to checked addresses only: each hop is judged, looked up once and connected to as it was looked up. */
export function createGuardedFetch(deps: FetchDeps): GuardedFetch {
  return async (request, signal) => {
    signal.throwIfAborted();
    using deadline = deps.clock.deadline(request.timeoutMs, signal);
    try {
      return await follow(request, deps, deadline.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.expired()) return failed(`no complete answer within ${request.timeoutMs / 1_000} s`);
      return failed(problemOf(error));
    }
  };
}

type Hop = { readonly url: URL | string; readonly headers: Record<string, string>; readonly body: string | undefined };

async function follow(request: FetchRequest, deps: FetchDeps, signal: AbortSignal): Promise<Fetched> {
  let hop: Hop = { url: request.url, headers: { ...request.headers }, body: request.body };
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const mayBePrivate = deps.rules.allowPrivate || (request.configured === true && redirects === 0);
    const checked = await raced(checkUrl(hop.url, { ...deps.rules, allowPrivate: mayBePrivate }, deps.resolve), signal);
    if (checked.kind === "blocked") return failed(blockedText(checked.reason, redirects));
    const message = await answerTo(checked, hop, signal);
    const target = redirectOf(message, checked.url);
    if (target === null) return await finished(message, checked.url, request.maxBytes);
    message.destroy();
    hop = nextHop(hop, checked.url, target, message.statusCode ?? 0);
  }
  return failed(`more than ${mostRedirects} redirects`);
}

/** A look-up cannot be aborted; nobody has to wait for it, though. */
async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

type Allowed = Extract<CheckedUrl, { kind: "allowed" }>;

async function answerTo(checked: Allowed, hop: Hop, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = send(checked, hop, signal);
  sent.on("error", reject); // stays: an aborted answer reports here as well as in its body
  sent.once("response", resolve);
  sent.end(hop.body);
  return promise;
}

/** A connection of its own: one from a pool was looked up by somebody else. Name and certificate stay the host's. */
function send({ url, addresses }: Allowed, { headers, body }: Hop, signal: AbortSignal): ClientRequest {
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  return request(url, {
    method: body === undefined ? "GET" : "POST",
    agent: false,
    lookup: pinnedLookup(addresses),
    signal,
    headers: {
      "user-agent": agentName,
      accept: "text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.8",
      "accept-encoding": "gzip, deflate, br",
      ...headers,
      ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    },
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, base: URL): URL | string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return null;
  return URL.parse(headers.location, base) ?? headers.location;
}

/** What was meant for one origin, its keys above all, is not told to another. */
function nextHop({ headers, body }: Hop, from: URL, to: URL | string, status: number): Hop {
  const sameOrigin = to instanceof URL && to.origin === from.origin;
  const keepsBody = sameOrigin && (status === 307 || status === 308);
  const { "content-type": _type, ...bare } = headers;
  return { url: to, headers: sameOrigin ? (keepsBody ? headers : bare) : {}, body: keepsBody ? body : undefined };
}

async function finished(message: IncomingMessage, url: URL, maxBytes: number): Promise<Fetched> {
  const body = await readBody(message, maxBytes);
  if (body.kind === "problem") return failed(body.why);
  const contentType = message.headers["content-type"] ?? "";
  return { kind: "fetched", url, status: message.statusCode ?? 0, contentType, bytes: body.bytes };
}

function blockedText(reason: string, redirects: number): string {
  return redirects === 0 ? `blocked: ${reason}` : `blocked: it redirects to where ${reason}`;
}

const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "no connection in time",
  EPROTO: "the server does not speak TLS as it should",
};

function problemOf(error: unknown): string {
  const found: unknown = error instanceof AggregateError ? error.errors[0] : error; // one per address that was tried
  const code = found instanceof Error && "code" in found && typeof found.code === "string" ? found.code : null;
  if (code === null) throw error;
  const [line = ""] = found instanceof Error ? found.message.split("\n") : [];
  return problems[code] ?? `${line} (${code})`;
}

function failed(reason: string): Fetched {
  return { kind: "failed", reason };
}
