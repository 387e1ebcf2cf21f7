import { spawn } from "node:child_process";
import type { Clock } from "../domain/clock.ts";
import type { ProgramEnd, RunProgram } from "../surfaces/cli/input/clipboard-picture.ts";

const longestMs = 5_000;
const mostBytes = 64 * 1024 * 1024;

/** Small programs that only print something. One that takes too long, or prints too much, is ended. */
export function programRunner(clock: Clock): RunProgram {
  return async ([file, ...args], signal) => {
    using limit = clock.deadline(longestMs, signal);
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "ignore"],
      signal: limit.signal,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    const { promise, resolve } = Promise.withResolvers<ProgramEnd | null>();
    child.once("error", (error) => resolve("code" in error && error.code === "ENOENT" ? null : failed));
    child.once("close", (code) => resolve({ code: code ?? failed.code, output: Buffer.concat(chunks) }));
    return promise;
  };
}

const failed: ProgramEnd = { code: 1, output: new Uint8Array() };
