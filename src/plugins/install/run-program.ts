import { spawn } from "node:child_process";
import type { Clock } from "../../domain/clock.ts";

export type ProgramRun = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

const longestMs = 300_000;
const most = 65_536; // characters that are kept

/** What a program printed; rejects with its last words when it fails. No shell is involved. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, clock, signal }: ProgramRun,
): Promise<string> {
  using deadline = clock.deadline(longestMs, signal);
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], signal: deadline.signal });
  const heard = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (heard.out = (heard.out + text).slice(-most)));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (heard.err = (heard.err + text).slice(-most)));
  const code = await new Promise<number | null>((done, reject) => {
    child.on("error", reject);
    child.on("close", done);
  });
  if (code === 0) return heard.out.trim();
  throw new Error(
    `${program} failed (${code ?? "killed"}): ${lastLine(heard.err) || lastLine(heard.out) || "no words"}`,
  );
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}
