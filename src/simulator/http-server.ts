import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../domain/clock.ts";
import type { Simulator } from "./handler.ts";
import type { Chunk } from "./wire.ts";
import { untilAborted } from "./until-aborted.ts";

const loopback = "127.0.0.1";

/** The simulator on a loopback port. Disposing of it drops every connection. */
export type SimulatorServer = AsyncDisposable & { readonly port: number; readonly url: string };

export async function serveSimulator(simulator: Simulator, clock: Clock): Promise<SimulatorServer> {
  const { createServer } = process.getBuiltinModule("node:http");
  const server = createServer((request, response) => {
    serve(simulator, clock, request, response).catch(() => response.destroy()); // the caller hung up
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
    if ("cut" in chunk) return void response.destroy();
    await play(chunk, response, clock, gone.signal);
  }
  response.end();
}

async function play(
  chunk: Exclude<Chunk, { readonly cut: true }>,
  response: ServerResponse,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if ("bytes" in chunk) return write(response, chunk.bytes, signal);
  if (chunk.delayMs === Infinity) return untilAborted(signal);
  await clock.sleep(chunk.delayMs, signal);
}

/** Waits for a reader that is slower than we are. */
async function write(response: ServerResponse, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (response.write(bytes)) return;
  const drained = new Promise<void>((resolve) => response.once("drain", resolve));
  await Promise.race([drained, untilAborted(signal)]);
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
