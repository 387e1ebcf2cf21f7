import type { IncomingMessage, ServerResponse } from "node:http";
import type { LoginDesk } from "./login-desk.ts";

export type DeskParts = {
  /** The port of the last login, which the server may know us by; another one where it is taken. */
  readonly port: number;
  readonly show: LoginDesk["show"];
  /** Another way back: the address a browser elsewhere ended up at, typed in by hand. null: there is none. */
  readonly paste: ((signal: AbortSignal) => Promise<string | null>) | null;
};

const path = "/callback";

/** A desk on this machine, which nobody else can reach. */
export async function openDesk({ port, show, paste }: DeskParts): Promise<LoginDesk & AsyncDisposable> {
  const { createServer } = process.getBuiltinModule("node:http");
  const answers: URLSearchParams[] = [];
  let waiting: ((answer: URLSearchParams) => void) | null = null;
  const take = (answer: URLSearchParams): void => {
    if (waiting === null) answers.push(answer);
    else waiting(answer);
    waiting = null;
  };
  const server = createServer((request, response) => receive(request, response, take));
  const bound = (await listen(server, port)) ?? (await listen(server, 0)) ?? 0;
  const called = (): Promise<URLSearchParams> =>
    new Promise((resolve) => {
      const early = answers.shift();
      if (early === undefined) waiting = resolve;
      else resolve(early);
    });
  return {
    redirectUrl: `http://127.0.0.1:${bound}${path}`,
    show,
    answer: (signal) => firstAnswer(called(), paste, signal),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

function receive(request: IncomingMessage, response: ServerResponse, take: (answer: URLSearchParams) => void): void {
  const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
  if (url?.pathname !== path || request.method !== "GET") {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", connection: "close" });
  response.end("<!doctype html><title>Hermes</title><p>Done. You can close this window.</p>");
  take(url.searchParams);
}

/** null: the port is taken. */
function listen(server: ReturnType<typeof import("node:http").createServer>, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : null);
    });
  });
}

async function firstAnswer(
  called: Promise<URLSearchParams>,
  paste: DeskParts["paste"],
  outer: AbortSignal,
): Promise<URLSearchParams> {
  const done = new AbortController();
  const signal = AbortSignal.any([outer, done.signal]);
  const stopped = new Promise<never>((_, reject) => {
    if (outer.aborted) reject(reasonOf(outer));
    else outer.addEventListener("abort", () => reject(reasonOf(outer)), { once: true });
  });
  const typed = paste === null ? [] : [pasted(paste, signal)];
  return Promise.race([called, stopped, ...typed]).finally(() => done.abort());
}

/** Asks until the words hold an answer; without anybody at the keyboard it waits for the browser alone. */
async function pasted(paste: NonNullable<DeskParts["paste"]>, signal: AbortSignal): Promise<URLSearchParams> {
  for (;;) {
    const text = await paste(signal);
    if (text === null) return new Promise(() => undefined);
    const query = URL.parse(text.trim())?.searchParams ?? new URLSearchParams(text.trim().replace(/^[?]/u, ""));
    if (query.has("code") || query.has("error")) return query;
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error("stopped");
}
