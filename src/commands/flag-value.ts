import { cliPhrases } from "../text/phrases/cli.ts";
import type { FlagSpec, FlagValues } from "./command.ts";

/** What is wrong with a value by the flag's own row, or null. */
export function valueProblem(flag: FlagSpec, value: string, shown: string): string | null {
  if (flag.choices !== undefined && !flag.choices.includes(value)) return cliPhrases.notAChoice(shown, flag.choices);
  if (flag.number === undefined || fits(value, flag.number)) return null;
  return cliPhrases.notANumber(shown, flag.number === "whole");
}

function fits(value: string, kind: "whole" | "decimal"): boolean {
  const shape = kind === "whole" ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d{1,9})?$/;
  return shape.test(value) && Number(value) > 0;
}

export function textFlag(flags: FlagValues, name: string): string | null {
  const value = flags[name];
  return typeof value === "string" ? value : null;
}

/** The parser has checked the shape already. */
export function numberFlag(flags: FlagValues, name: string): number | null {
  const value = textFlag(flags, name);
  return value === null ? null : Number(value);
}

export function listFlag(flags: FlagValues, name: string): readonly string[] {
  const value = flags[name];
  if (typeof value === "object") return value;
  return typeof value === "string" ? [value] : [];
}

export function isGiven(flags: FlagValues, name: string): boolean {
  return flags[name] !== undefined;
}
