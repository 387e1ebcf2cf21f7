// npm run bench: what a start, a step and a long context cost, beside a bare fetch loop measured in the same run.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { startCannedServer } from "./canned-server.ts";
import type { Run } from "./child.ts";
import { holds, median, table, type Figure } from "./figures.ts";
import { promptFigures } from "./prompt-tokens.ts";
import { Scratch } from "./scratch.ts";

const rounds = 7;

await using server = await startCannedServer();
using scratch = new Scratch(server.url);
await prepare();

report([...(await startFigures()), ...(await stepFigures()), ...(await contextFigures()), ...(await promptFigures())]);

async function prepare(): Promise<void> {
  await scratch.hermes("doctor").catch(() => null); // makes the home; its verdict does not matter here
  scratch.configure(`model:\n  default: bench\n  provider: custom\n  base_url: ${server.url}\n`);
}

type Sample = { readonly run: Run; readonly arrivals: readonly number[] };

async function sample(steps: number, program: () => Promise<Run>): Promise<Sample> {
  server.expect(steps);
  const run = await program();
  return { run, arrivals: [...server.arrivals] };
}

/** Ours and the bare loop take turns, so that a busy moment of the machine hits both. */
async function compare(steps: number, question: string, times = rounds): Promise<{ ours: Sample[]; bare: Sample[] }> {
  const ours: Sample[] = [];
  const bare: Sample[] = [];
  for (let round = 0; round < times; round++) {
    bare.push(await sample(steps, () => scratch.bare(question)));
    ours.push(await sample(steps, () => scratch.ask(question)));
  }
  return { ours, bare };
}

const firstRequest = ({ run, arrivals }: Sample): number => (arrivals[0] ?? NaN) - run.startedMs;
const wall = ({ run }: Sample): number => run.wallMs;
const peak = ({ run }: Sample): number => run.peakMb;
const warmUp = 3; // the first steps of a process pay for loading code

/** Time from one request to the next: reading the answer, running the tool, storing, sending again. */
function perStep({ arrivals }: Sample): number {
  return median(
    arrivals
      .slice(1)
      .map((at, index) => at - (arrivals[index] ?? NaN))
      .slice(warmUp),
  );
}

async function startFigures(): Promise<Figure[]> {
  const versions: number[] = [];
  const empties: number[] = [];
  for (let round = 0; round < rounds * 2; round++) {
    empties.push((await scratch.empty()).wallMs);
    versions.push((await scratch.hermes("--version")).wallMs);
  }
  const { ours, bare } = await compare(0, scratch.question(0));
  const limit = { kind: "ratio", value: 3 } as const;
  const pair = (name: string, of: (each: Sample) => number): Figure => ({
    name,
    unit: "ms",
    ours: median(ours.map(of)),
    bare: median(bare.map(of)),
    limit,
  });
  return [
    {
      name: "--version (bare: an empty script)",
      unit: "ms",
      ours: median(versions),
      bare: median(empties),
      limit: { kind: "ratio", value: 1.6 },
    },
    pair("start to first request", firstRequest),
    pair("one-shot wall", wall),
    memory("peak memory, hello", { ours, bare }, 85),
  ];
}

async function stepFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const steps of [10, 50, 200]) {
    const samples = await compare(steps, scratch.question(0), 5);
    figures.push(step(`per step, ${steps} steps`, samples, 2));
    if (steps === 50) figures.push(memory("peak memory, 50 steps", samples, 95));
  }
  return figures;
}

async function contextFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const thousands of [10, 50, 150]) {
    const samples = await compare(20, scratch.question(thousands * 1_000), 5);
    figures.push(step(`per step at ${thousands}k tokens`, samples, thousands === 150 ? 1.6 : 2));
    if (thousands === 150) figures.push(memory("peak memory, 150k tokens", samples, 140));
  }
  return figures;
}

type Samples = { readonly ours: readonly Sample[]; readonly bare: readonly Sample[] };

function step(name: string, { ours, bare }: Samples, limit: number): Figure {
  return {
    name,
    unit: "ms",
    ours: median(ours.map(perStep)),
    bare: median(bare.map(perStep)),
    limit: { kind: "ratio", value: limit },
  };
}

function memory(name: string, { ours, bare }: Samples, limit: number): Figure {
  return {
    name,
    unit: "MB",
    ours: median(ours.map(peak)),
    bare: median(bare.map(peak)),
    limit: { kind: "at most", value: limit },
  };
}

function report(all: readonly Figure[]): void {
  process.stdout.write(`${table(all)}\n`);
  mkdirSync("bench/out", { recursive: true });
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "" };
  writeFileSync("bench/out/latest.json", `${JSON.stringify({ machine, figures: all }, null, 2)}\n`);
  if (all.some((figure) => holds(figure) === false)) process.exitCode = 1;
}
