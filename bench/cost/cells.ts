import { type Column, defaultColumns, referenceColumns } from "./columns.ts";
import { bars, expectedLeast, expectedPolicies, expectedRatios, tolerance } from "./reference.ts";
import { policies, type Policy, runCompressed } from "./run-compressed.ts";
import { runTrace } from "./run-trace.ts";
import { longTraces, type Trace, traces } from "./traces.ts";

/** One number of a table, and what it has to be. */
export type Cell = {
  readonly trace: string;
  readonly column: string;
  readonly ratio: number;
  readonly expected: number | null;
  readonly limit: number | null;
};

const slack = 0.005; // the reference is printed with two digits

/** In the bounds of the reference, under its bar, or both where both are given. */
export function holds({ ratio, expected, limit }: Cell): boolean {
  if (limit !== null && ratio > limit) return false;
  return expected === null || Math.abs(ratio - expected) <= tolerance + slack;
}

export function keyOf({ name }: Trace): string {
  return name.slice(0, name.indexOf(" "));
}

/** The reference table. */
export function referenceCell(trace: Trace, column: Column): Cell {
  const { billed, least } = runTrace(trace, column);
  const at = referenceColumns.indexOf(column);
  const expected = expectedRatios[keyOf(trace)]?.[at] ?? null;
  return { trace: trace.name, column: column.name, ratio: billed / least, expected, limit: null };
}

/** The bars, with what a person has who set nothing. */
export function defaultCell(trace: Trace, column: Column): Cell {
  const isLong = longTraces.includes(trace);
  const { billed, least } = isLong ? runCompressed(trace, column, samePrefix) : runTrace(trace, column);
  const limit = bars[keyOf(trace)] ?? null;
  return { trace: trace.name, column: column.name, ratio: billed / least, expected: null, limit };
}

const samePrefix: Policy = { name: "same prefix", summary: "same-prefix", priceShare: 1, rebuilds: false };

export const policyColumns: readonly Column[] = [1, 3, 5, 6].flatMap((at) => referenceColumns[at] ?? []);

/** Policies send different requests: all are measured by what the reference policy could have cost at the least. */
export function policyCell(trace: Trace, column: Column, policy: Policy): Cell {
  const row = policies.indexOf(policy);
  const expected = expectedPolicies[keyOf(trace)]?.[row]?.[policyColumns.indexOf(column)] ?? null;
  const ratio = runCompressed(trace, column, policy).billed / (expectedLeast[keyOf(trace)] ?? 1);
  return { trace: trace.name, column: `${policy.name}: ${column.name}`, ratio, expected, limit: null };
}

export function allCells(): readonly Cell[] {
  return [
    ...referenceColumns.flatMap((column) => traces.map((trace) => referenceCell(trace, column))),
    ...policies.flatMap((policy) =>
      policyColumns.flatMap((column) => longTraces.map((trace) => policyCell(trace, column, policy))),
    ),
    ...defaultColumns.flatMap((column) => [...traces, ...longTraces].map((trace) => defaultCell(trace, column))),
  ];
}
