import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Clock, Rng } from "../../domain/clock.ts";

const tries = 50;
const neverAborted = new AbortController().signal; // a stop must not lose a mark; the tries are bounded

/**
 * Runs `work` while no other process does the same for this file; null when another one never let go. The work is
 * synchronous, so within a process it is alone anyway.
 */
export async function alone<T>(path: string, time: { clock: Clock; rng: Rng }, work: () => T): Promise<T | null> {
  const lock = `${path}.lock`;
  for (let left = tries; left > 0; left--) {
    if (take(lock)) {
      try {
        return work();
      } finally {
        rmSync(lock, { force: true });
      }
    }
    if (!clearAbandoned(lock)) await time.clock.sleep(time.rng.between(20, 60), neverAborted);
  }
  return null;
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** A process that died in between left it. Should two clear it at once, the worst is a forgotten cool-down. */
function clearAbandoned(lock: string): boolean {
  const holder = Number(textOf(lock));
  if (!Number.isInteger(holder) || holder <= 0 || isRunning(holder)) return false;
  rmSync(lock, { force: true });
  return true;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // let go of in this moment
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
