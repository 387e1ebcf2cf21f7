import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isStaleLock } from "../../disk/file-lock.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import type { Clock } from "../../domain/clock.ts";

/** Lock and pid files whose process is gone. */
export function staleLocks(home: string, clock: Clock): readonly string[] {
  const locks = namesIn(join(home, "memories"))
    .filter((name) => name.endsWith(".lock"))
    .map((name) => join(home, "memories", name));
  const pidFiles = namesIn(home)
    .filter((name) => name === "gateway.pid")
    .map((name) => join(home, name));
  return [...locks, ...pidFiles].filter((path) => isStale(path, clock));
}

/** Looks again first: a new process may have taken its place. */
export function removeLock(path: string, clock: Clock): boolean {
  if (!isStale(path, clock)) return false;
  rmSync(path, { force: true });
  return true;
}

function isStale(path: string, clock: Clock): boolean {
  return path.endsWith(".pid") ? isDead(readFileSync(path, "utf8")) : isStaleLock(path, clock);
}

function isDead(text: string): boolean {
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid, identityOf(pid).startTime);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not there, so nothing in it
  }
}
