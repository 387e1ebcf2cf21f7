import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../../domain/clock.ts";
import { type HttpRequest, type HttpResponse, type HttpTransport, TransportError } from "../../domain/http.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";
import { agentProxies, type ProxyEnvironment, proxyHost, refuseForeignProxy } from "./proxy.ts";
import { responseBody } from "./response-body.ts";
import { toTransportError } from "./transport-error.ts";

/** Idle connections go before the usual servers and middle boxes drop them without a word. */
const idleMs = 55_000;

type Parts = { readonly clock: Clock; readonly environment: ProxyEnvironment };
type AgentFor = (url: URL) => Agent;

/**
 * HTTP/1.1 on node's own client: pooled connections, proxies, no redirects, no retries.
 * Aborting closes the one connection of its exchange, at once, and no other.
 * Private certificate authorities need nothing here: Node itself reads NODE_EXTRA_CA_CERTS when it starts.
 */
export function createHttpTransport({ clock, environment }: Parts): HttpTransport {
  const agentFor = pool(environment);
  return async (request, signal) => {
    signal.throwIfAborted();
    const url = new URL(request.url);
    refuseForeignProxy(url, environment);
    try {
      const message = await answerTo(request, { url, agent: agentFor(url), clock, signal });
      return toResponse(message, { host: url.host, clock, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw toTransportError(error, url.host, proxyHost(url, environment));
    }
  };
}

type Sending = { readonly url: URL; readonly agent: Agent; readonly clock: Clock; readonly signal: AbortSignal };

async function answerTo(request: HttpRequest, { url, agent, clock, signal }: Sending): Promise<IncomingMessage> {
  const sent = send(request, url, agent);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const end = (error: unknown): void => {
    reject(error); // not left to the request: without a socket, behind a silent proxy, it would say nothing
    sent.destroy();
  };
  const stop = (): void => end(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  sent.once("close", () => signal.removeEventListener("abort", stop));
  sent.on("error", reject); // stays: an aborted answer reports here as well as in its body
  sent.once("response", resolve);
  if (sent.reusedSocket) return promise; // it is connected already: most requests of a turn
  using connecting = clock.deadline(request.connectTimeoutMs, signal);
  const giveUp = (): void => {
    if (connecting.expired()) end(tooSlow(url.host, request.connectTimeoutMs));
  };
  connecting.signal.addEventListener("abort", giveUp, { once: true });
  sent.once("socket", (socket: Socket) =>
    whenConnected(socket, () => connecting.signal.removeEventListener("abort", giveUp)),
  );
  return await promise; // the deadline must outlive the wait
}

/** One write with its length known: no chunked encoding, no waiting for a second packet. */
function send(request: HttpRequest, url: URL, agent: Agent): ClientRequest {
  const body = Buffer.from(request.body);
  const headers: Record<string, string | number> = { "accept-encoding": "gzip, deflate, br", ...request.headers };
  if (request.method === "POST") headers["content-length"] = body.byteLength;
  const sent = moduleFor(url).request(url, { method: request.method, headers, agent });
  sent.end(body);
  return sent;
}

function whenConnected(socket: Socket, connected: () => void): void {
  if ("secureConnecting" in socket && socket.secureConnecting === true) {
    socket.once("secureConnect", connected);
  } else if (socket.connecting) {
    socket.once("connect", connected);
  } else {
    connected();
  }
}

function toResponse(
  message: IncomingMessage,
  exchange: { readonly host: string; readonly clock: Clock; readonly signal: AbortSignal },
): HttpResponse {
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  return {
    status: message.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: responseBody(message, exchange),
  };
}

/** One agent per scheme; an agent keeps its connections apart by origin. */
function pool(environment: ProxyEnvironment): AgentFor {
  const agents = new Map<string, Agent>();
  return (url) => {
    const known = agents.get(url.protocol);
    if (known !== undefined) return known;
    const agent = new (moduleFor(url).Agent)({
      keepAlive: true,
      timeout: idleMs, // ends idle connections only; a busy one merely hears of it
      proxyEnv: agentProxies(environment),
    });
    agents.set(url.protocol, agent);
    return agent;
  };
}

/** An import of node:http would load the built-in undici, 30 ms and 20 MB. */
function moduleFor(url: URL): Pick<typeof import("node:http"), "request" | "Agent"> {
  return url.protocol === "https:" ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
}

function tooSlow(host: string, ms: number): TransportError {
  return new TransportError("timeout", providerPhrases.connectTooSlow(host, ms / 1_000), { code: "ETIMEDOUT" });
}
