import { spawn } from "node:child_process";

export type Checked = { readonly code: number; readonly output: string };

const mostOutput = 8_192;

/** A program that reads a text and says what is wrong with it. null: it is not there, or did not end in time. */
export async function runChecker(
  [program, ...args]: readonly [string, ...string[]],
  { text, env, signal }: { readonly text: string; readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<Checked | null> {
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<Checked | null>();
  const child = spawn(program, args, { env, stdio: ["pipe", "ignore", "pipe"], signal, killSignal: "SIGKILL" });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => void (output = (output + chunk.toString("utf8")).slice(0, mostOutput)));
  child.once("error", () => resolve(null));
  child.once("close", (code) => resolve(code === null ? null : { code, output }));
  child.stdin.on("error", () => undefined); // it may have gone without reading: its exit tells
  child.stdin.end(text);
  return promise;
}
