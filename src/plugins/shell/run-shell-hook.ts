import { spawn } from "node:child_process";

export type ShellRun = {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly signal: AbortSignal;
};

export type ShellEnd = { readonly code: number | null; readonly out: string; readonly err: string };

const longest = 1_048_576; // characters of each stream

/** Runs a command in a process group of its own; when the signal aborts all of it is killed and the promise rejects. */
export function runShellHook({ command, cwd, env, input, signal }: ShellRun): Promise<ShellEnd> {
  return new Promise((done, reject) => {
    signal.throwIfAborted();
    const child = spawn("/bin/sh", ["-c", command], { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    const heard = { out: "", err: "" };
    const kill = (): void => {
      killGroup(child.pid);
      reject(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    };
    signal.addEventListener("abort", kill, { once: true });
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => void (heard.out = (heard.out + text).slice(0, longest)));
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => void (heard.err = (heard.err + text).slice(0, longest)));
    child.stdin.on("error", () => undefined); // it need not read what it is told
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", (code) => {
      signal.removeEventListener("abort", kill);
      done({ code, ...heard });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // it has just ended
  }
}
