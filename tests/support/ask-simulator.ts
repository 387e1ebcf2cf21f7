import type { Simulator } from "../../src/simulator/handler.ts";
import type { Chunk, SimulatorResponse } from "../../src/simulator/wire.ts";

const headers = { "anthropic-version": "2023-06-01" };

/** Sends one body straight into the handler. A string goes as it is, anything else as JSON. */
export function send(simulator: Simulator, path: string, body: unknown): SimulatorResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return simulator.handle({ method: "POST", path, headers, body: text });
}

export function bytesOf(chunks: Iterable<Chunk>): Buffer {
  return Buffer.concat([...chunks].flatMap((chunk) => ("bytes" in chunk ? [chunk.bytes] : [])));
}

/** Status and text of the answer, in one line. */
export function ask(simulator: Simulator, path: string, body: unknown): string {
  const { status, chunks } = send(simulator, path, body);
  return `${status} ${bytesOf(chunks).toString()}`;
}
