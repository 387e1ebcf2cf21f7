import { type Bench, compare, firstRequest, type Sample, type Samples, wall } from "./compare.ts";
import { calmRound, type Figure } from "./figures.ts";

const rounds = 15;

/** What a person waits for before anything happens. */
export async function startFigures(bench: Bench): Promise<readonly Figure[]> {
  const version = await versionFigure(bench);
  const hello = await compare(bench, { question: bench.scratch.question(0), steps: 0, rounds });
  return [
    version,
    beside("start to first request", hello, firstRequest),
    beside("one-shot wall", hello, wall),
    await otherFormat(bench, "anthropic_messages"),
    await otherFormat(bench, "codex_responses"),
  ];
}

async function versionFigure({ scratch }: Bench): Promise<Figure> {
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    empty.push((await scratch.empty()).wallMs);
    ours.push((await scratch.version()).wallMs);
  }
  return {
    name: "--version (beside: an empty script)",
    unit: "ms",
    ours: calmRound(ours),
    bare: calmRound(empty),
    limit: { kind: "ratio", value: 1.6 },
  };
}

/** The bare loop keeps speaking chat completions: the format is ours to choose, the work is the same. */
async function otherFormat(bench: Bench, mode: "anthropic_messages" | "codex_responses"): Promise<Figure> {
  bench.scratch.speak(mode);
  const samples = await compare(bench, { question: bench.scratch.question(0), steps: 0, rounds: 7 });
  bench.scratch.speak("chat_completions");
  return beside(`start to first request, ${mode}`, samples, firstRequest);
}

function beside(name: string, { ours, bare }: Samples, of: (each: Sample) => number): Figure {
  const limit = { kind: "ratio", value: 3 } as const;
  return { name, unit: "ms", ours: calmRound(ours.map(of)), bare: calmRound(bare.map(of)), limit };
}
