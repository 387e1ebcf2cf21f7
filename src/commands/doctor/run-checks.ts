import { plainLine } from "../plain-text.ts";
import { broken, type Check, type Finding } from "./check.ts";
import type { DoctorWorld } from "./world.ts";

export type Diagnosis = Finding & { readonly id: string; readonly fixed: boolean; readonly done: readonly string[] };

export type Treatment = { readonly fix: boolean; readonly live: boolean };

const longestDetail = 500;

/** Runs every check that applies, together, and reports in the order of the list. */
export function runChecks(
  checks: readonly Check[],
  world: DoctorWorld,
  treatment: Treatment,
  signal: AbortSignal,
): Promise<readonly Diagnosis[]> {
  const due = checks.filter((check) => treatment.live || check.live !== true);
  return Promise.all(due.map((check) => diagnose(check, world, treatment.fix, signal)));
}

async function diagnose(check: Check, world: DoctorWorld, fix: boolean, signal: AbortSignal): Promise<Diagnosis> {
  const first = await examine(check, world, signal);
  if (!fix || check.fix === undefined || first.status === "ok")
    return { id: check.id, ...first, fixed: false, done: [] };
  const treated = await check.fix(world).then(
    (done) => ({ done: done.map((line) => plainLine(line, longestDetail)), failure: null }),
    (error: unknown) => ({ done: [], failure: failureOf(error) }),
  );
  const second = treated.failure ?? (await examine(check, world, signal));
  return { id: check.id, ...second, fixed: second.status === "ok", done: treated.done };
}

/** The edge where whatever a check throws becomes its finding. */
async function examine(check: Check, world: DoctorWorld, signal: AbortSignal): Promise<Finding> {
  try {
    const { status, detail } = await check.run(world, signal);
    return { status, detail: plainLine(detail, longestDetail) };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Finding {
  return broken(plainLine(error instanceof Error ? error.message : String(error), longestDetail));
}
