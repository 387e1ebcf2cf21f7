import type { z } from "zod";

/** The one thing a vendor would complain about first, stripped of how we found it. */
export type SchemaIssue = {
  readonly kind: "missing" | "extra" | "type" | "value" | "pattern" | "length";
  readonly path: readonly PropertyKey[];
  readonly expected: string;
  readonly received: unknown;
  readonly choices: readonly string[];
  readonly limit: number;
};

export function firstIssue(error: z.ZodError, body: unknown): SchemaIssue {
  const [first] = error.issues;
  if (first === undefined) throw new Error("a failed parse names no issue");
  return describe(deepest(first, []), body);
}

type Located = { readonly issue: z.core.$ZodIssue; readonly path: readonly PropertyKey[] };

/** Of the branches of a union, the one that fits furthest is the one the caller meant. */
function deepest(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[]): Located {
  const path = [...prefix, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return { issue, path };
  const branches = issue.errors.flatMap((branch) => (branch[0] === undefined ? [] : [deepest(branch[0], path)]));
  const [best = { issue, path }] = branches.toSorted((a, b) => rank(b) - rank(a));
  return best;
}

function rank({ issue, path }: Located): number {
  return path.length * 2 + (issue.code === "invalid_type" ? 0 : 1);
}

function describe({ issue, path }: Located, body: unknown): SchemaIssue {
  const received = valueAt(body, path);
  const base = { path, received, expected: "", choices: [], limit: 0 };
  switch (issue.code) {
    case "unrecognized_keys":
      return { ...base, kind: "extra", path: [...path, ...issue.keys.slice(0, 1)] };
    case "invalid_type":
      return { ...base, kind: received === undefined ? "missing" : "type", expected: issue.expected };
    case "invalid_value":
      return { ...base, kind: received === undefined ? "missing" : "value", choices: issue.values.map(String) };
    case "invalid_format":
      return { ...base, kind: "pattern", expected: issue.pattern ?? issue.format };
    case "too_small":
      return { ...base, kind: "length", expected: "minimum", limit: Number(issue.minimum) };
    case "too_big":
      return { ...base, kind: "length", expected: "maximum", limit: Number(issue.maximum) };
    case "invalid_union":
      return { ...base, kind: received === undefined ? "missing" : "value", choices: optionsOf(issue) };
    default:
      return { ...base, kind: "value", expected: issue.message };
  }
}

function optionsOf(issue: z.core.$ZodIssueInvalidUnion): readonly string[] {
  return "options" in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  return value;
}

/** How a person would name the type of a JSON value. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
