import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runChild, type Run } from "./child.ts";

/** What runs: ours, or the bare loop on the same question; timed, or watched for its memory. */
export type Program = (watchMemory: boolean) => Promise<Run>;

type ApiMode = "chat_completions" | "anthropic_messages" | "codex_responses";

/** A scratch home and working folder, and the programs that are compared there. One home: the daily start, not the first. */
export class Scratch implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  readonly #url: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(url: string) {
    this.#url = url;
    this.#env = { PATH: process.env["PATH"], HOME: this.folder, HERMES_HOME: join(this.folder, ".hermes") };
    mkdirSync(join(this.folder, ".hermes"), { mode: 0o700 });
    writeFileSync(join(this.folder, "note.txt"), "a line of text\n".repeat(20));
    writeFileSync(join(this.folder, "empty.mjs"), "");
    this.speak("chat_completions");
  }

  /** Which wire format the next runs use. */
  speak(mode: ApiMode): void {
    const model = `model:\n  default: bench\n  provider: custom\n  base_url: ${this.#url}\n  api_mode: ${mode}\n`;
    writeFileSync(join(this.folder, ".hermes", "config.yaml"), model, { mode: 0o600 });
  }

  /** About this many tokens of ordinary prose as the question; returns the file's name. */
  question(tokens: number): string {
    const name = `question-${tokens}.txt`;
    writeFileSync(join(this.folder, name), tokens === 0 ? "Say hello.\n" : prose(tokens));
    return name;
  }

  version(): Promise<Run> {
    return this.#run([resolve("bin/hermes.cjs"), "--version"], false);
  }

  empty(): Promise<Run> {
    return this.#run(["empty.mjs"], false);
  }

  ours(question: string): Program {
    const target = ["--provider", "custom", "--model", "bench", "--max-turns", "1000"];
    const args = [resolve("bin/hermes.cjs"), "run", "--query-file", question, ...target];
    return (watchMemory) => this.#run(args, watchMemory);
  }

  bare(question: string): Program {
    return (watchMemory) => this.#run([resolve("bench/bare-loop.mjs"), this.#url, question], watchMemory);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(args: readonly string[], watchMemory: boolean): Promise<Run> {
    return runChild(args, { cwd: this.folder, env: this.#env, watchMemory });
  }
}

const tokensPerLine = 22;

function prose(tokens: number): string {
  const lines = Math.ceil(tokens / tokensPerLine);
  return Array.from({ length: lines }, (_, index) => sentence(index)).join("");
}

function sentence(index: number): string {
  return `Line ${index}: the quick brown fox jumps over the lazy dog and counts the words of this sentence again.\n`;
}
