import limits from "./output-limits.json" with { type: "json" };

const longestFirst = Object.entries(limits).toSorted(([a], [b]) => b.length - a.length);

/** The most a model may write, by the longest part of its name that is known. */
export function outputLimit(model: string): number | null {
  const name = model.toLowerCase().replaceAll(".", "-");
  return longestFirst.find(([part]) => name.includes(part))?.[1] ?? null;
}
