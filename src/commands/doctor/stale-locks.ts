import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isStaleLock } from "../../disk/file-lock.ts";
import { accountLocks, gatewayPidFile } from "../../disk/gateway-lock.ts";
import { lookAtHolder } from "../../disk/holder-file.ts";
import type { Clock } from "../../domain/clock.ts";

/** Lock and pid files whose process is gone. */
export function staleLocks(home: string, clock: Clock): readonly string[] {
  const folders = [home, join(home, "memories"), accountLocks(home)];
  const locks = folders.flatMap((folder) => pathsIn(folder).filter((path) => path.endsWith(".lock")));
  const holders = [...pathsIn(accountLocks(home)).filter(isHolderFile), gatewayPidFile(home)];
  return [...locks, ...holders].filter((path) => isStale(path, clock));
}

/** Looks again first: a new process may have taken its place. */
export function removeLock(path: string, clock: Clock): boolean {
  if (!isStale(path, clock)) return false;
  rmSync(path, { force: true });
  return true;
}

function isStale(path: string, clock: Clock): boolean {
  return path.endsWith(".lock") ? isStaleLock(path, clock) : lookAtHolder(path, clock).state === "stale";
}

function isHolderFile(path: string): boolean {
  return path.endsWith(".json");
}

function pathsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return []; // not there, so nothing in it
  }
}
