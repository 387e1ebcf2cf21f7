import type { Clock } from "../domain/clock.ts";
import { TransportError } from "../domain/http.ts";
import type { HttpTransport } from "../domain/http.ts";
import type { Simulator } from "./handler.ts";
import type { Chunk } from "./wire.ts";
import { untilAborted } from "./until-aborted.ts";

/** The simulator in place of the network: delays pass on the given clock, a cut is a reset connection. */
export function asTransport(simulator: Simulator, clock: Clock): HttpTransport {
  return async (request, signal) => {
    signal.throwIfAborted();
    const { pathname } = new URL(request.url);
    const { status, headers, chunks } = simulator.handle({
      method: request.method,
      path: pathname,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: request.body,
    });
    return { status, headers, body: played(chunks, clock, signal) };
  };
}

async function* played(chunks: Iterable<Chunk>, clock: Clock, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    signal.throwIfAborted();
    if ("cut" in chunk) throw new TransportError("reset", "The connection was reset", { code: "ECONNRESET" });
    if ("bytes" in chunk) yield chunk.bytes;
    else if (chunk.delayMs === Infinity) await untilAborted(signal);
    else await clock.sleep(chunk.delayMs, signal);
  }
  signal.throwIfAborted();
}
