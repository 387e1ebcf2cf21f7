import type { Readable } from "node:stream";
import type { Terminal } from "../domain/terminal.ts";
import { askLine } from "./ask-line.ts";

type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env">;

/** The real streams. Colours follow NO_COLOR, FORCE_COLOR, TERM and whether anybody is looking. */
export function processTerminal({ stdin, stdout, stderr, env }: Streams, noColorFlag: boolean): Terminal {
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    outIsTty: stdout.isTTY,
    inIsTty: stdin.isTTY,
    color: !noColorFlag && wantsColor(env, stdout.isTTY),
    columns: stdout.columns > 0 ? stdout.columns : 80,
    readInput: (limit, signal) => readAll(stdin, limit, signal),
    ask: (question, signal) => askLine({ input: stdin, output: stderr }, question, signal),
  };
}

function wantsColor(env: NodeJS.ProcessEnv, isTty: boolean): boolean {
  if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return false;
  return isTty || (env["FORCE_COLOR"] ?? "") !== "";
}

async function readAll(stdin: Readable, limit: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(stdin, signal)) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes as they arrive; ends early when the signal aborts. Whoever leaves early leaves for good: stdin is closed. */
export async function* readChunks(stdin: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const close = (): void => void stdin.destroy(); // an open stdin would keep the process alive
  if (signal.aborted) return close();
  signal.addEventListener("abort", close, { once: true });
  try {
    for await (const chunk of stdin) if (chunk instanceof Uint8Array) yield chunk;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", close);
  }
}
