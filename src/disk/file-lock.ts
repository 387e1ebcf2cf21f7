import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Clock, Rng } from "../domain/clock.ts";
import { identityOf, isAlive } from "./process-identity.ts";

/** Makes read-modify-write of one file exclusive among processes. */
export type FileLockRules = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly patienceMs: number;
  /** Longer than this nobody works: such a lock belongs to a process that hangs. */
  readonly oldestMs: number;
};

/** Handed to the work: false once somebody else has taken an overdue lock away. */
export type StillHeld = () => boolean;

export type LockOutcome<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "busy" };

const neverAborted = new AbortController().signal; // a stop must not tear a write off; patience is bounded
const namelessMs = 2_000; // a lock without an owner: a crash within one system call, or another program's lock file

/** The work is synchronous, so within a process it is alone anyway. Errors of the file system are thrown. */
export async function withFileLock<T>(
  path: string,
  rules: FileLockRules,
  work: (stillHeld: StillHeld) => T,
): Promise<LockOutcome<T>> {
  const lock = `${path}.lock`;
  const { clock, rng } = rules;
  const token = rng.hex(16);
  for (const start = clock.now(); ;) {
    if (take(lock, token, clock)) return { kind: "done", value: held(lock, token, work) };
    if (clock.now() - start >= rules.patienceMs) return { kind: "busy" };
    if (!clearAbandoned(lock, rules)) await clock.sleep(rng.between(1, 15), neverAborted);
  }
}

function held<T>(lock: string, token: string, work: (stillHeld: StillHeld) => T): T {
  const isMine = (): boolean => read(lock).startsWith(`${token} `);
  try {
    return work(isMine);
  } finally {
    if (isMine()) rmSync(lock, { force: true });
  }
}

function take(lock: string, token: string, clock: Clock): boolean {
  const { pid, startTime, host } = identityOf(process.pid);
  return createNew(lock, `${[token, pid, startTime || "-", clock.now(), host].join(" ")}\n`);
}

/** Only one process at a time clears, and it looks again before it does: the lock may be a new one by then. */
function clearAbandoned(lock: string, rules: FileLockRules): boolean {
  if (!isAbandoned(lock, rules)) return false;
  const guard = `${lock}.clearing`;
  if (!createNew(guard, "")) {
    if (ageOf(guard, rules.clock) > rules.oldestMs) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isAbandoned(lock, rules)) rmSync(lock, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Whether whoever made a lock file is gone for good; however old, one of a living process is not. */
export function isStaleLock(lock: string, clock: Clock): boolean {
  return isAbandoned(lock, { clock, oldestMs: Infinity });
}

function isAbandoned(lock: string, { clock, oldestMs }: Pick<FileLockRules, "clock" | "oldestMs">): boolean {
  const [token, pid, startTime = "", at, host] = read(lock).trim().split(" ");
  if (token === "" || host === undefined) return ageOf(lock, clock) > namelessMs;
  if (clock.now() - Number(at) > oldestMs) return true;
  return host === identityOf(process.pid).host && !isAlive(Number(pid), startTime === "-" ? "" : startTime);
}

function createNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // let go of in this moment; its age says so too
  }
}

function ageOf(path: string, clock: Clock): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : clock.now() - stats.mtimeMs;
}
