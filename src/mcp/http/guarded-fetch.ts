import type { IncomingMessage, RequestOptions } from "node:http";
import { checkUrl, pinnedLookup } from "../../safety/urls/checked-lookup.ts";
import type { Resolve } from "../../safety/urls/system-resolve.ts";
import type { UrlRules } from "../../safety/urls/judge-url.ts";

export type FetchGuard = {
  /** What the person wrote down: it may lie on this machine or network. What a server names may not. */
  readonly configured: URL;
  readonly rules: UrlRules;
  readonly resolve: Resolve;
};

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Nothing was sent: the address is not one that is connected to. */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
}

/**
 * `fetch` that looks a name up once, checks every address and connects to what it checked. Redirects come back as they
 * are; whoever follows one comes through here again.
 */
export function createGuardedFetch({ configured, rules, resolve }: FetchGuard): Fetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    const allowPrivate = rules.allowPrivate || url.origin === configured.origin;
    const checked = await checkUrl(url, { ...rules, allowPrivate }, resolve);
    if (checked.kind === "blocked") throw new BlockedAddressError(`${url.origin} is not fetched: ${checked.reason}`);
    const message = await exchange(checked.url, init, pinnedLookup(checked.addresses));
    return responseOf(message);
  };
}

async function exchange(
  url: URL,
  init: RequestInit,
  lookup: NonNullable<RequestOptions["lookup"]>,
): Promise<IncomingMessage> {
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const body = bodyOf(init.body);
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "identity");
  if (init.body instanceof URLSearchParams && !headers.has("content-type"))
    headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
  if (body !== null) headers.set("content-length", String(Buffer.byteLength(body)));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, {
    method: init.method ?? "GET",
    agent: false, // Node's shared one may go through a proxy of the environment, which looks names up itself
    headers: Object.fromEntries(headers),
    lookup,
    ...(init.signal ? { signal: init.signal } : {}),
  });
  sent.once("response", resolve);
  sent.on("error", reject);
  sent.end(body ?? undefined);
  return promise;
}

function bodyOf(body: RequestInit["body"]): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error("only text can be sent");
}

const withoutBody = new Set([101, 204, 205, 304]);

function responseOf(message: IncomingMessage): Response {
  const status = message.statusCode ?? 502;
  const headers = new Headers();
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? "", message.rawHeaders[index + 1] ?? "");
  if (withoutBody.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(webStream(message), { status, headers });
}

function webStream(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = message[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else if (next.value instanceof Uint8Array) controller.enqueue(next.value);
    },
    cancel: () => void message.destroy(),
  });
}
