import type { ChildProcess } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import { createLines } from "./lines.ts";
import { signalGroup, startSupervised, type ProcessStart } from "./supervised.ts";

export type StdioParts = {
  readonly start: ProcessStart;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  readonly parse: (line: string) => JSONRPCMessage;
  readonly serialise: (message: JSONRPCMessage) => string;
};

const longestMessageBytes = 32 * 1_048_576;
const lastWordsChars = 2_000;
const graceMs = 1_000; // for each of: stdin closed, asked to end

/** A server as a process of ours. Closing it leaves nothing of it behind. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parts: StdioParts;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #lastWords = "";
  #exit = "";

  constructor(parts: StdioParts) {
    this.#parts = parts;
  }

  /** What it wrote to stderr last, and how it ended: the reason of a failure is usually there. */
  get lastWords(): string {
    const said = this.#lastWords.replaceAll(/^hermes-mcp: (?:line )?\d+: /gmu, "").trim();
    return [this.#exit, said].filter((text) => text !== "").join(": ");
  }

  async start(): Promise<void> {
    const child = startSupervised(this.#parts.start, this.#parts.platform);
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    const ended = Promise.withResolvers<void>();
    this.#ended = ended.promise;
    child.once("exit", (code, signal) => {
      this.#exit = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      signalGroup(child, "SIGKILL", this.#parts.platform); // what it started and left behind
    });
    child.once("close", () => {
      ended.resolve();
      this.onclose?.();
    });
    this.#listen(child);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (input === null || input === undefined || !input.writable) throw new Error("the server is gone");
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    input.write(this.#parts.serialise(message), (error) => (error ? reject(error) : resolve()));
    await promise;
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const { platform } = this.#parts;
    child.stdin?.end();
    if (!(await this.#endsSoon())) signalGroup(child, "SIGTERM", platform);
    if (!(await this.#endsSoon())) signalGroup(child, "SIGKILL", platform);
    await this.#ended;
  }

  #listen(child: ChildProcess): void {
    const lines = createLines(
      longestMessageBytes,
      (line) => this.#take(line),
      () => {
        this.onerror?.(new Error("a message was too long"));
        signalGroup(child, "SIGKILL", this.#parts.platform);
      },
    );
    child.stdout?.on("data", lines);
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString("utf8")).slice(-lastWordsChars);
    });
    for (const stream of child.stdio) stream?.on("error", () => undefined); // a broken pipe shows as its end
  }

  /** Some servers print other things to stdout too. */
  #take(line: string): void {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = this.#parts.parse(line);
    } catch {
      this.#parts.log("debug", "mcp.noise", { chars: line.length });
      return;
    }
    this.onmessage?.(message);
  }

  async #endsSoon(): Promise<boolean> {
    const done = new AbortController();
    const waited = this.#parts.clock.sleep(graceMs, done.signal).then(
      () => false,
      () => true,
    );
    return Promise.race([this.#ended.then(() => true), waited]).finally(() => done.abort());
  }
}
