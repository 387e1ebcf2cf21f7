import { type Bench, compare, peak } from "./compare.ts";
import { type Figure, median } from "./figures.ts";

/** Peaks of resident memory as the kernel counts them. */
export async function memoryFigures(bench: Bench): Promise<readonly Figure[]> {
  const at = async (name: string, tokens: number, steps: number, value: number): Promise<Figure> => {
    const question = bench.scratch.question(tokens);
    const { ours, bare } = await compare(bench, { question, steps, rounds: 3, watchMemory: true });
    return {
      name: `peak memory, ${name}`,
      unit: "MB",
      ours: median(ours.map(peak)),
      bare: median(bare.map(peak)),
      limit: { kind: "at most", value },
    };
  };
  return [await at("hello", 0, 0, 85), await at("50 steps", 0, 50, 95), await at("150k tokens", 150_000, 20, 140)];
}
