import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type Run = {
  readonly startedMs: number; // on the performance clock
  readonly wallMs: number;
  readonly peakMb: number;
  readonly stdout: string;
};

/** Runs a Node script to its end and watches its memory. */
export async function runChild(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Run> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let peakKb = 0;
  const watch = setInterval(() => (peakKb = Math.max(peakKb, highWaterKb(child.pid))), 2);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearInterval(watch);
  const wallMs = performance.now() - startedMs;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${output.stderr}`);
  return { startedMs, wallMs, peakMb: peakKb / 1_024, stdout: output.stdout };
}

/** The kernel keeps the peak, so looking often enough before the end is enough. Zero where there is no /proc. */
function highWaterKb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0; // ended already
  }
}
