import { type Bench, compare, perStep, type Samples } from "./compare.ts";
import { calmRound, type Figure } from "./figures.ts";

const flat = 1.25;

/** A step of a long turn may not cost more than one of a short turn. */
export async function stepFigures(bench: Bench): Promise<readonly Figure[]> {
  const question = bench.scratch.question(0);
  const ten = figure("per step, 10 steps", await compare(bench, { question, steps: 10, rounds: 11 }), 2);
  const fifty = figure("per step, 50 steps", await compare(bench, { question, steps: 50, rounds: 9 }), 2);
  const many = figure("per step, 200 steps", await compare(bench, { question, steps: 200, rounds: 7 }), 2);
  const growth: Figure = {
    name: "per step, 200 steps (beside: 10 steps)",
    unit: "ms",
    ours: many.ours,
    bare: ten.ours,
    limit: { kind: "ratio", value: flat },
  };
  return [ten, fifty, many, growth];
}

/** The same with a long question in front of every step. */
export async function contextFigures(bench: Bench): Promise<readonly Figure[]> {
  const at = async (thousands: number, limit: number): Promise<Figure> => {
    const question = bench.scratch.question(thousands * 1_000);
    return figure(`per step at ${thousands}k tokens`, await compare(bench, { question, steps: 20, rounds: 9 }), limit);
  };
  return [await at(10, 2), await at(50, 2), await at(150, 1.6)];
}

function figure(name: string, { ours, bare }: Samples, limit: number): Figure {
  return {
    name,
    unit: "ms",
    ours: calmRound(ours.map(perStep)),
    bare: calmRound(bare.map(perStep)),
    limit: { kind: "ratio", value: limit },
  };
}
