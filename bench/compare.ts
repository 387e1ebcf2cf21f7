import type { CannedServer } from "./canned-server.ts";
import type { Run } from "./child.ts";
import { median } from "./figures.ts";
import type { Program, Scratch } from "./scratch.ts";

export type Bench = { readonly server: CannedServer; readonly scratch: Scratch };
export type Sample = { readonly run: Run; readonly arrivals: readonly number[] };
export type Samples = { readonly ours: readonly Sample[]; readonly bare: readonly Sample[] };

type Task = {
  readonly question: string;
  readonly steps: number;
  readonly rounds: number;
  readonly watchMemory?: boolean;
};

/** Ours and the bare loop take turns, so that a busy moment of the machine hits both. The first round only warms up. */
export async function compare({ server, scratch }: Bench, task: Task): Promise<Samples> {
  const { question, steps, rounds, watchMemory = false } = task;
  const sample = async (program: Program): Promise<Sample> => {
    server.expect(steps);
    const run = await program(watchMemory);
    if (server.arrivals.length !== steps + 1) throw new Error(`${server.arrivals.length} requests for ${steps} steps`);
    return { run, arrivals: [...server.arrivals] };
  };
  const ours: Sample[] = [];
  const bare: Sample[] = [];
  for (let round = 0; round <= rounds; round++) {
    bare.push(await sample(scratch.bare(question)));
    ours.push(await sample(scratch.ours(question)));
  }
  return { ours: ours.slice(1), bare: bare.slice(1) };
}

export const firstRequest = ({ run, arrivals }: Sample): number => (arrivals[0] ?? NaN) - run.startedMs;
export const wall = ({ run }: Sample): number => run.wallMs;
export const peak = ({ run }: Sample): number => run.peakMb;

const warmUp = 3; // the first steps of a process pay for loading code

/** Time from one request to the next: reading the answer, running the tool, storing, sending again. */
export function perStep({ arrivals }: Sample): number {
  const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? NaN));
  return median(gaps.slice(warmUp));
}
