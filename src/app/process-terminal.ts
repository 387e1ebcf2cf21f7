import { isatty } from "node:tty";
import type { Terminal } from "../domain/terminal.ts";

type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env">;

/** The real streams. Colours follow NO_COLOR, FORCE_COLOR, TERM and whether anybody is looking. */
export function processTerminal(process: Streams, noColorFlag: boolean): Terminal {
  const { stdout, stderr, env } = process;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    outIsTty: stdout.isTTY,
    inIsTty: isatty(0), // asking process.stdin would open it
    color: !noColorFlag && wantsColor(env, stdout.isTTY),
    columns: stdout.columns > 0 ? stdout.columns : 80,
    readInput: (limit, signal) => readAll(process.stdin, limit, signal),
  };
}

function wantsColor(env: NodeJS.ProcessEnv, isTty: boolean): boolean {
  if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return false;
  return isTty || (env["FORCE_COLOR"] ?? "") !== "";
}

async function readAll(stdin: AsyncIterable<unknown>, limit: number, signal: AbortSignal): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(stdin, signal)) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

/** Bytes as they arrive; ends early when the signal aborts. */
export async function* readChunks(stdin: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const aborted = Promise.withResolvers<null>();
  const stop = (): void => aborted.resolve(null);
  signal.addEventListener("abort", stop, { once: true });
  const chunks = stdin[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      const next = await Promise.race([chunks.next(), aborted.promise]);
      if (next === null || next.done === true) return;
      if (next.value instanceof Uint8Array) yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    if (signal.aborted) void chunks.return?.();
  }
}
