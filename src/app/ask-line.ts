import type { Readable, Writable } from "node:stream";

type Streams = { readonly input: Readable; readonly output: Writable };

/** Prints a question and waits for one line; empty when the input ends or the signal aborts first. */
export async function askLine(streams: Streams, question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import("node:readline");
  const answer = Promise.withResolvers<string>();
  const lines = createInterface({ ...streams, terminal: false }); // the terminal itself edits the line and sends Ctrl+C
  const stop = (): void => answer.resolve("");
  lines.once("line", answer.resolve);
  lines.once("close", stop);
  signal.addEventListener("abort", stop, { once: true });
  streams.output.write(question);
  if (signal.aborted) stop();
  try {
    return await answer.promise;
  } finally {
    signal.removeEventListener("abort", stop);
    lines.close();
  }
}
