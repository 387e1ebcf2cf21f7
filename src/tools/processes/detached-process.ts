import { isAlive } from "../../disk/process-identity.ts";
import type { Clock } from "../../domain/clock.ts";
import { signalTree, treeRuns } from "../backends/process-tree.ts";
import { type BackgroundProcess, hasEnded, type ProcessState } from "./background-process.ts";
import type { ProcessRecord } from "./process-records.ts";

const lookMs = 500;
const graceMs = 2_000;
const neverAborted = new AbortController().signal;

/** A process of an agent that is gone. It is known by pid and start, so that a pid given out again is never touched. */
export function detachedProcess(record: ProcessRecord, clock: Clock, onEnd: () => void): BackgroundProcess {
  const { id, command, cwd, pid, start_time: startTime } = record;
  const leader = pid === null ? null : { pid, startTime };
  let end: Extract<ProcessState, { atMs: number }> | null = null;
  const state = (): ProcessState => {
    if (end === null && record.backend !== "local") end = withTheSandbox(record, clock);
    if (end === null && (pid === null || !isAlive(pid, startTime)))
      end = { status: "exited", exitCode: null, atMs: clock.now() };
    if (end !== null) onEnd();
    return end ?? { status: "detached" };
  };
  return {
    id,
    command,
    cwd,
    pid,
    startedAtMs: record.started_at * 1_000,
    state,
    output: () => null,
    noteSeen: () => undefined,
    ended: async (signal) => {
      while (!hasEnded(state())) await clock.sleep(lookMs, signal);
    },
    input: null,
    letGo: () => undefined,
    kill: async () => {
      if (hasEnded(state()) || leader === null) return;
      signalTree(leader, "SIGTERM");
      for (let waited = 0; waited < graceMs && treeRuns(leader); waited += lookMs) {
        await clock.sleep(lookMs, neverAborted);
      }
      signalTree(leader, "SIGKILL");
    },
  };
}

function withTheSandbox({ backend }: ProcessRecord, clock: Clock): Extract<ProcessState, { atMs: number }> {
  const atMs = clock.now();
  if (backend === "bubblewrap") return { status: "ended with the sandbox", exitCode: null, atMs };
  return { status: "exited", exitCode: null, atMs };
}
