import { describe, expect, test } from "vitest";
import { type Cell, defaultCell, holds, keyOf, policyCell, policyColumns, referenceCell } from "../bench/cost/cells.ts";
import { defaultColumns, referenceColumns } from "../bench/cost/columns.ts";
import { expectedLeast } from "../bench/cost/reference.ts";
import { policies, runCompressed } from "../bench/cost/run-compressed.ts";
import { runTrace } from "../bench/cost/run-trace.ts";
import { longTraces, traces } from "../bench/cost/traces.ts";

/** `npm run bench:cost` measures every cell of the tables; here stands what takes seconds. */
const broken = (cells: readonly Cell[]): readonly Cell[] => cells.filter((cell) => !holds(cell));
const light = new Set(["T2", "T8"]);
const telling = new Set(["T1", "T4", "T5", "T7"]);
const marking = new Set(["system_and_3 native", "anchored 5m", "anchored 5m envelope"]);
const [nativeAnchored] = referenceColumns.filter(({ name }) => name === "anchored 5m");

describe("[CC-C83] what prompts cost beside the least they could cost", () => {
  test("is what the reference tables say, layout by layout", () => {
    const cells = referenceColumns.flatMap((column) =>
      traces
        .filter((trace) => light.has(keyOf(trace)) || (telling.has(keyOf(trace)) && marking.has(column.name)))
        .map((trace) => referenceCell(trace, column)),
    );
    expect(cells.length).toBe(30);
    expect(broken(cells)).toEqual([]);
  });

  test("is under its bar with default settings in every API mode, pauses and compressions included", () => {
    const cells = defaultColumns.flatMap((column) =>
      [...traces, ...longTraces]
        .filter((trace) => ["T2", "T7", "T9"].includes(keyOf(trace)))
        .map((trace) => defaultCell(trace, column)),
    );
    expect(cells.filter(({ limit }) => limit === null)).toEqual([]);
    expect(broken(cells)).toEqual([]);
  });

  test("depends on how summaries are made as the reference says", () => {
    const [long] = longTraces;
    if (long === undefined) throw new Error("no long trace");
    const cells = policies.flatMap((policy) =>
      policyColumns.slice(0, 2).map((column) => policyCell(long, column, policy)),
    );
    expect(broken(cells)).toEqual([]);
  });

  test("is measured against the same minimum, to the token", () => {
    if (nativeAnchored === undefined) throw new Error("no such column");
    const [samePrefix] = policies.filter(({ summary }) => summary === "same-prefix");
    if (samePrefix === undefined) throw new Error("no such policy");
    const least = [
      ...traces.slice(0, 2).map((trace) => [keyOf(trace), runTrace(trace, nativeAnchored).least] as const),
      ...longTraces.map((trace) => [keyOf(trace), runCompressed(trace, nativeAnchored, samePrefix).least] as const),
    ];
    for (const [name, tokens] of least) expect([name, Math.round(tokens)]).toEqual([name, expectedLeast[name]]);
  });
});
