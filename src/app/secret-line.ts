import type { Interface } from "node:readline";

type Streams = Pick<NodeJS.Process, "stdin" | "stdout">;

/** One line that is not shown while it is typed; null: the person stopped it, or the input ended. */
export async function secretLine({ stdin, stdout }: Streams, prompt: string): Promise<string | null> {
  const { createInterface } = await import("node:readline");
  const { Writable } = await import("node:stream");
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines: Interface = createInterface({ input: stdin, output: nowhere, terminal: true }); // raw: no echo
  const { promise, resolve } = Promise.withResolvers<string | null>();
  lines.once("line", resolve);
  lines.once("SIGINT", () => resolve(null));
  lines.once("close", () => resolve(null));
  stdout.write(prompt);
  try {
    return await promise;
  } finally {
    lines.close();
    stdout.write("\n");
  }
}
