import { cliPhrases } from "../../text/phrases/cli.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { converse, type Scene } from "./converse.ts";
import { failedEnding, stoppedEnding } from "./ending.ts";
import { reasonOf } from "./named-file.ts";
import type { OnceRun, Progress } from "./once-run.ts";
import { outputOf } from "./output.ts";
import { prepare } from "./prepare.ts";
import { type Ending, type ResultObject, resultObject } from "./result-object.ts";
import { StopWatch } from "./stop-watch.ts";
import { emptyTally } from "./tally.ts";
import { writeUsageFile } from "./usage-file.ts";

/**
 * One headless run, to the exit code. When this resolves everything was printed and written. After a second signal
 * work may still hang, so the caller ends the process instead of waiting for it.
 */
export async function runOnce(run: OnceRun): Promise<number> {
  const startedMs = run.clock.now();
  const progress: Progress = { wasPrepared: false, info: null, talk: null };
  using watch = new StopWatch(run.stops, run.clock);
  const output = outputOf(run, watch);
  const finished = conduct({ run, watch, progress, reporter: output.reporter }).catch((error: unknown) =>
    crashEnding(error, run, watch),
  );
  const ending = await Promise.race([finished, watch.outOfPatience.then(stoppedEnding)]);
  const tally = progress.talk?.tally ?? emptyTally(progress.info);
  const result = resultObject(ending, tally, progress.info, run.clock.now() - startedMs);
  output.finish(result, progress.info !== null);
  return progress.wasPrepared ? leaveReport(run, result, ending.exitCode) : ending.exitCode;
}

async function conduct(scene: Omit<Scene, "prepared" | "session">): Promise<Ending> {
  const { run, watch, progress } = scene;
  const prepared = await prepare(run, watch.signal);
  if (watch.stop !== null) return stoppedEnding(watch.stop); // what was read by then is not what was meant
  if (prepared.kind === "refused") return failedEnding("usage", prepared.message, 2);
  progress.wasPrepared = true;
  const opening = await run.openSession(watch.signal);
  if (opening.kind === "refused") return failedEnding("not_opened", opening.message, opening.exitCode);
  return converse({ ...scene, prepared, session: opening.session });
}

/** An abort after a stop is the stop; anything else is a bug: one line for the person, the rest for the log. */
function crashEnding(error: unknown, { log }: OnceRun, { stop }: StopWatch): Ending {
  if (stop !== null) return stoppedEnding(stop);
  log("error", "once.crashed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return failedEnding("internal_error", oncePhrases.crashed(reasonOf(error)), 1);
}

/** A report that was asked for and is missing makes a good run a failed one. */
function leaveReport({ request, cwd, terminal }: OnceRun, result: ResultObject, exitCode: number): number {
  if (request.usageFile === null) return exitCode;
  const problem = writeUsageFile(request.usageFile, cwd, result);
  if (problem === null) return exitCode;
  terminal.err(cliPhrases.error(problem));
  return exitCode === 0 ? 1 : exitCode;
}
