import { z } from "zod";
import { readOnce } from "./read-once.ts";

export type Fit =
  | { readonly fits: true; readonly value: unknown; readonly adjusted: boolean }
  | { readonly fits: false };

const wordsForBooleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
};

/** What a hand-written value means to a schema: `"12"` is a number where one is asked for, `off` may be a boolean. */
export function fit(schema: z.ZodType, raw: unknown, fallback: unknown): Fit {
  for (const candidate of candidatesFor(schema, raw, fallback)) {
    const parsed = readOnce(schema, candidate);
    if (parsed.success) return { fits: true, value: parsed.data, adjusted: isOtherNumber(parsed.data, candidate) };
  }
  return { fits: false };
}

function* candidatesFor(schema: z.ZodType, raw: unknown, fallback: unknown): Generator {
  yield raw;
  if (typeof raw === "string") yield* readingsOf(raw);
  if (typeof raw === "number" && Number.isSafeInteger(raw)) yield String(raw);
  const switched = typeof raw === "string" ? wordsForBooleans[raw.trim().toLowerCase()] : raw;
  if (typeof switched === "boolean") yield* switchedEnum(schema, switched, fallback);
}

function* readingsOf(raw: string): Generator {
  const trimmed = raw.trim();
  yield trimmed;
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) yield Number(trimmed);
  yield trimmed.toLowerCase();
  yield trimmed.toUpperCase();
  yield wordsForBooleans[trimmed.toLowerCase()];
}

/** YAML 1.1 writers turn `off` and `on` into booleans; only an enum that can be off may be meant by them. */
function* switchedEnum(schema: z.ZodType, on: boolean, fallback: unknown): Generator {
  if (!(schema instanceof z.ZodEnum) || !readOnce(schema, "off").success) return;
  yield on ? "on" : "off";
  if (on && fallback !== "off") yield fallback;
}

function isOtherNumber(value: unknown, candidate: unknown): boolean {
  return typeof value === "number" && value !== candidate;
}
