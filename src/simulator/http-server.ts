import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../domain/clock.ts";
import type { Simulator } from "./handler.ts";
import { untilAborted } from "./until-aborted.ts";

const loopback = "127.0.0.1";

/** The simulator on a loopback port. Disposing of it drops every connection. */
export type SimulatorServer = AsyncDisposable & { readonly port: number; readonly url: string };

export async function serveSimulator(simulator: Simulator, clock: Clock): Promise<SimulatorServer> {
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => {
    serve(simulator, clock, request, response).catch((error: unknown) => breakOff(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, loopback, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the simulator's server has no port");
  return {
    port: address.port,
    url: `http://${loopback}:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  simulator: Simulator,
  clock: Clock,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { status, headers, chunks } = simulator.handle({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: headersOf(request),
    body: await bodyOf(request),
  });
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const chunk of chunks) {
    gone.signal.throwIfAborted();
    if ("cut" in chunk) return response.socket?.destroySoon();
    if ("bytes" in chunk) await write(response, chunk.bytes);
    else if (chunk.delayMs === Infinity) await untilAborted(gone.signal);
    else await clock.sleep(chunk.delayMs, gone.signal);
  }
  response.end();
}

/** A caller who hung up needs no answer; a failure of the handler itself is a bug and says so. */
function breakOff(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { type: "simulator_bug", message: String(error) } }));
}

/** Each chunk leaves before the next: a slow reader is waited for, and a cut loses nothing that came before it. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      response.off("close", settle);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    response.once("close", settle);
    response.write(bytes, settle);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
