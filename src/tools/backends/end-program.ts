import type { Clock } from "../../domain/clock.ts";
import type { StartedProgram } from "../../domain/shell-backend.ts";

const usualGraceMs = 2_000; // between asking a program to end and ending it
const drainMs = 250; // for output to arrive once the program is gone

/** Asks the whole group to end, then ends what is left of it, and lets go of it. The same for every backend. */
export async function endProgram(program: StartedProgram, clock: Clock, graceMs = usualGraceMs): Promise<void> {
  program.signal("SIGTERM");
  await within(program.closed, graceMs, clock);
  program.signal("SIGKILL"); // also those that closed their output and did not listen
  await within(program.closed, usualGraceMs, clock);
  program.release();
}

/** Waits for the last output of a program that has exited. False: somebody still holds it open. */
export function drained(program: StartedProgram, clock: Clock): Promise<boolean> {
  return within(program.closed, drainMs, clock);
}

async function within(work: Promise<void>, ms: number, clock: Clock): Promise<boolean> {
  const done = new AbortController();
  const waited = clock.sleep(ms, done.signal).then(
    () => false,
    () => true,
  );
  return Promise.race([work.then(() => true), waited]).finally(() => done.abort());
}
