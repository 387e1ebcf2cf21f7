import { tmpdir } from "node:os";
import type { Clock } from "../../domain/clock.ts";
import type { ProgramStart, ShellBackend, StartedProgram } from "../../domain/shell-backend.ts";
import { groupRuns, leaderOf, signalTree, type TreeLeader, treeRuns } from "./process-tree.ts";
import { startProgram } from "./start-program.ts";

const graceMs = 2_000; // between asking what was left behind to end and ending it
const lookMs = 50;
const neverAborted = new AbortController().signal;

/** Programs on this machine, with all the rights of the person. */
export function createLocalBackend(clock: Clock): ShellBackend {
  const leaders = new Set<TreeLeader>();
  return {
    name: "local",
    isolation: "none",
    start: async (program) => {
      const started = await startProgram(program);
      if (started.kind === "started") void remember(started, program, leaders);
      return started;
    },
    exchangeFolder: async () => tmpdir(),
    close: async () => {
      if (leaders.size > 0) await endAll([...leaders], clock);
      leaders.clear();
    },
  };
}

/** A tree is remembered until nothing of it runs: a script may leave a process behind, a terminal whole groups. */
async function remember(
  { closed, pid }: StartedProgram,
  { terminal }: ProgramStart,
  leaders: Set<TreeLeader>,
): Promise<void> {
  if (pid === null) return;
  const leader = leaderOf(pid);
  leaders.add(leader);
  await closed;
  const runs = terminal === null ? groupRuns(pid) : treeRuns(leader);
  if (!runs) leaders.delete(leader);
}

async function endAll(leaders: readonly TreeLeader[], clock: Clock): Promise<void> {
  const living = (): readonly TreeLeader[] => leaders.filter(treeRuns);
  for (const leader of living()) signalTree(leader, "SIGTERM");
  for (let waited = 0; waited < graceMs && living().length > 0; waited += lookMs)
    await clock.sleep(lookMs, neverAborted);
  for (const leader of living()) signalTree(leader, "SIGKILL");
}
