import { readdirSync, readFileSync } from "node:fs";
import { identityOf, isAlive } from "../../disk/process-identity.ts";

/** The first process of a session of its own, and with it all that it started and that did not leave the session. */
export type TreeLeader = { readonly pid: number; readonly startTime: string };

export function leaderOf(pid: number): TreeLeader {
  const { startTime } = identityOf(pid);
  return { pid, startTime };
}

/** Reaches the whole tree, other groups of a shell with job control included. A pid given out again is left alone. */
export function signalTree(leader: TreeLeader, name: NodeJS.Signals): void {
  if (isRecycled(leader)) return;
  send(-leader.pid, name);
  for (const pid of membersOf(leader)) send(pid, name);
}

/** Whether anything of it still runs, be the leader gone. What is dead and not collected does not count. */
export function treeRuns(leader: TreeLeader): boolean {
  if (isRecycled(leader)) return false;
  return isAlive(leader.pid, leader.startTime) || membersOf(leader).length > 0;
}

/** The same at the price of one system call; other groups of a shell with job control are not seen. */
export function groupRuns(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // there, but not ours
  }
}

function isRecycled({ pid, startTime }: TreeLeader): boolean {
  const now = identityOf(pid).startTime;
  return now !== "" && startTime !== "" && now !== startTime;
}

/** From the kernel's table where there is one: state, group and session are the fields 3, 5 and 6. */
function membersOf({ pid: leader }: TreeLeader): readonly number[] {
  return processIds().filter((pid) => {
    const [state = "", , group, session] = statOf(pid);
    return pid !== leader && (Number(group) === leader || Number(session) === leader) && !"ZX".includes(state);
  });
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return []; // another kernel: the group alone is reached
  }
}

/** Counted after the name, which may hold spaces. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return ["X"]; // gone since the list was read
  }
}

function send(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // nobody is left there
  }
}
