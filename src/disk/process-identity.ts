import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Names a process for good: a pid alone is given out again. */
export type ProcessIdentity = { readonly pid: number; readonly startTime: string; readonly host: string };

export function identityOf(pid: number): ProcessIdentity {
  return { pid, startTime: kernelEntry(pid)?.startTime ?? "", host: hostname() };
}

/** True while the process that started at `startTime` still runs. Without start times the pid has to do. */
export function isAlive(pid: number, startTime: string): boolean {
  const entry = kernelEntry(pid);
  if (entry !== null && startTime !== "") return entry.startTime === startTime && !"ZX".includes(entry.state);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // alive, but not ours
  }
}

/** Linux tells state and start (fields 3 and 22, counted after the name, which may hold spaces); others tell nothing. */
function kernelEntry(pid: number): { readonly state: string; readonly startTime: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTime: fields[19] ?? "" };
  } catch {
    return null;
  }
}
