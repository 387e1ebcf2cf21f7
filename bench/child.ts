import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type Run = {
  readonly startedMs: number; // on the performance clock
  readonly wallMs: number;
  readonly peakMb: number; // 0 unless watched
};

export type ChildOptions = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Looking at the memory takes time from the server beside it, so a run is either timed or watched. */
  readonly watchMemory: boolean;
};

const lookEveryMs = 2;

/** Runs a Node script to its end. */
export async function runChild(args: readonly string[], { watchMemory, ...options }: ChildOptions): Promise<Run> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let peakKb = 0;
  const look = (): void => void (peakKb = Math.max(peakKb, highWaterKb(child.pid)));
  const watch = watchMemory ? setInterval(look, lookEveryMs) : undefined;
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const wallMs = performance.now() - startedMs;
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${complaint}`);
  return { startedMs, wallMs, peakMb: peakKb / 1_024 };
}

/** The kernel keeps the peak, so looking often enough before the end is enough. Zero where there is no /proc. */
function highWaterKb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0; // ended already
  }
}
