import type { SimpleCommand } from "../../shell/simple-command.ts";
import type { CommandFacts, Finding } from "../finding.ts";

/** A simple command as the rules see it. */
export type Call = SimpleCommand & { readonly program: string; readonly args: readonly string[] };

/** The session, every folder the command may be in, and what the text itself brings in or writes. */
export type RulePlace = CommandFacts & {
  readonly cwds: readonly string[];
  /** Null: it brings in nothing. */
  readonly fetched: ((path: string) => boolean) | null;
  /** The text itself writes this file. */
  readonly writesNow: (path: string) => boolean;
};

/** One kind of danger. The examples are tests: each of `hit` must be found by this rule, none of `miss` by any. */
export type Rule = Omit<Finding, "rule" | "words"> & {
  readonly id: string;
  readonly hits: (call: Call, place: RulePlace) => boolean;
  readonly examples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
};

/** A short flag alone or in a cluster (`-rf`), or a long one by any abbreviation (`--rec`). */
export function hasFlag(args: readonly string[], shorts: string, longs: readonly string[] = []): boolean {
  return flagsOf(args).some((arg) => {
    if (!arg.startsWith("--")) return !arg.includes("=") && shorts.split("").some((letter) => arg.includes(letter, 1));
    const given = arg.slice(2).split("=")[0] ?? "";
    return given !== "" && longs.some((long) => long.startsWith(given));
  });
}

function flagsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).filter((arg) => /^-./.test(arg));
}

/** The words that are no flags. */
export function operandsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const before = (end === -1 ? args : args.slice(0, end)).filter((arg) => arg === "-" || !arg.startsWith("-"));
  return end === -1 ? before : [...before, ...args.slice(end + 1)];
}

/** Values of a flag however it is written: `-o x`, `-ox`, `-sSo x`, `--out x`, `--out=x`. */
export function valuesOf(args: readonly string[], short: string | null, longs: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const next = args.slice(at + 1, at + 2);
    if (arg === `-${short}` || longs.some((long) => arg === `--${long}`)) return next;
    const long = longs.find((name) => arg.startsWith(`--${name}=`));
    if (long !== undefined) return [arg.slice(long.length + 3)];
    if (short === null || arg.startsWith("--")) return [];
    if (arg.startsWith(`-${short}`)) return [arg.slice(1 + short.length)];
    return /^-[A-Za-z]+$/.test(arg) && arg.endsWith(short) ? next : []; // -tAc
  });
}

/** It only explains itself. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "--version" || arg === "-?" || arg === "/?");
}
