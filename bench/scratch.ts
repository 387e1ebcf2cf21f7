import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runChild, type Run } from "./child.ts";

/** A scratch home and working folder, and the three programs that are compared there. */
export class Scratch implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  readonly #url: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(url: string) {
    this.#url = url;
    this.#env = { PATH: process.env["PATH"], HOME: this.folder, HERMES_HOME: join(this.folder, ".hermes") };
    writeFileSync(join(this.folder, "note.txt"), "a line of text\n".repeat(20));
    writeFileSync(join(this.folder, "empty.mjs"), "");
  }

  /** About this many tokens of ordinary prose as the question; returns the file's name. */
  question(tokens: number): string {
    const name = `question-${tokens}.txt`;
    writeFileSync(join(this.folder, name), tokens === 0 ? "Say hello.\n" : prose(tokens));
    return name;
  }

  /** A fresh home each time would measure the first start; one home measures the daily one. */
  hermes(...args: readonly string[]): Promise<Run> {
    return this.#run([resolve("bin/hermes.cjs"), ...args]);
  }

  ask(question: string): Promise<Run> {
    const target = ["--provider", "custom", "--model", "bench", "--max-turns", "1000"];
    return this.hermes("run", "--query-file", question, ...target);
  }

  bare(question: string): Promise<Run> {
    return this.#run([resolve("bench/bare-loop.mjs"), this.#url, question]);
  }

  empty(): Promise<Run> {
    return this.#run(["empty.mjs"]);
  }

  configure(yaml: string): void {
    writeFileSync(join(this.folder, ".hermes", "config.yaml"), yaml, { mode: 0o600 });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(args: readonly string[]): Promise<Run> {
    return runChild(args, { cwd: this.folder, env: this.#env });
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
