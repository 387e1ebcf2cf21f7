import { spawn } from "node:child_process";
import type { Clock } from "../domain/clock.ts";
import { firstChars } from "../text/code-points.ts";
import type { InlineShell } from "./preprocess.ts";

const mostChars = 4_000;
const mostBytes = 65_536;

type ShellDeps = {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
};

/** Commands in a skill's text: bash in the skill's folder, nothing to read from, an end after the time limit. */
export function createInlineShell({ clock, timeoutMs, env }: ShellDeps): InlineShell {
  return async (command, folder, signal) => {
    using deadline = clock.deadline(timeoutMs, signal);
    const { out, err, code } = await run(command, { cwd: folder, env, signal: deadline.signal });
    signal.throwIfAborted();
    if (deadline.expired()) return `[inline command took longer than ${timeoutMs / 1_000} s]`;
    const text = (out.trim() === "" ? err : out).trim();
    if (code !== 0)
      return `[inline command failed: ${firstChars(err.trim().split("\n")[0] ?? "", 200) || `exit ${code}`}]`;
    return firstChars(text, mostChars);
  };
}

type Result = { readonly out: string; readonly err: string; readonly code: number | null };

function run(
  command: string,
  place: { readonly cwd: string; readonly env: ShellDeps["env"]; readonly signal: AbortSignal },
): Promise<Result> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], {
      cwd: place.cwd,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a group of its own, so that what it started ends with it
    });
    const [out, err] = [collector(), collector()];
    child.stdout.on("data", out.add);
    child.stderr.on("data", err.add);
    const stop = (): void => endGroup(child.pid);
    place.signal.addEventListener("abort", stop, { once: true });
    if (place.signal.aborted) stop();
    const done = (code: number | null, why = err.text()): void => {
      place.signal.removeEventListener("abort", stop);
      resolve({ out: out.text(), err: why, code });
    };
    child.on("error", (error) => done(null, error.message));
    child.on("close", (code) => done(code));
  });
}

function collector(): { readonly add: (chunk: Buffer) => void; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      if (size < mostBytes) chunks.push(chunk);
      size += chunk.length;
    },
    text: () => Buffer.concat(chunks).subarray(0, mostBytes).toString("utf8"),
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it ended by itself in the meantime
  }
}
