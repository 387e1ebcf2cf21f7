import { cliPhrases } from "../text/phrases/cli.ts";
import type { CommandCall, FlagValues } from "./command.ts";
import { isGiven, listFlag, numberFlag, textFlag } from "./flag-value.ts";
import type { Problem } from "./parse.ts";
import { inputFormats, outputFormats } from "./run-flags.ts";

type OutputFormat = (typeof outputFormats)[number];
type InputFormat = (typeof inputFormats)[number];

/** The flags of `run`, `chat` and `demo` with their meaning; null is "not given". */
export type RunOptions = {
  readonly prompt: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly toolsets: readonly string[] | null;
  readonly skills: readonly string[];
  readonly session: SessionChoice;
  readonly fork: boolean;
  readonly addDirs: readonly string[];
  readonly startIn: string | null;
  readonly restoreCwd: boolean;
  readonly images: readonly string[];
  readonly system: string | null;
  readonly appendSystem: string | null;
  readonly maxTurns: number | null;
  readonly runBudgetSeconds: number | null;
  readonly maxCostUsd: number | null;
  readonly yolo: boolean;
  readonly allow: readonly string[];
  /** null: as the settings say. */
  readonly checkpoints: boolean | null;
  readonly source: string | null;
  readonly ephemeral: boolean;
  readonly passSessionId: boolean;
  readonly queryFile: string | null;
  readonly outputFormat: OutputFormat;
  readonly inputFormat: InputFormat;
  readonly jsonSchemaFile: string | null;
  readonly usageFile: string | null;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly noColor: boolean;
  readonly theme: string | null;
};

type SessionChoice =
  | { readonly kind: "new" }
  | { readonly kind: "resume"; readonly reference: string | null; readonly exact: boolean } // null: ask with the picker
  | { readonly kind: "continue"; readonly title: string | null };

export type ReadRunOptions = { readonly kind: "options"; readonly options: RunOptions } | Problem;

/** What the words and flags of a call mean together, or why they contradict each other. */
export function readRunOptions({ flags, positionals }: Pick<CommandCall, "flags" | "positionals">): ReadRunOptions {
  const message = contradiction(flags);
  if (message !== null) return { kind: "problem", message };
  const options: RunOptions = {
    prompt: positionals[0] ?? textFlag(flags, "query"),
    ...runtimeOptions(flags),
    ...sessionOptions(flags),
    ...limitOptions(flags),
    ...outputOptions(flags),
  };
  return { kind: "options", options };
}

const opposites = [
  ["quiet", "verbose"],
  ["checkpoints", "no-checkpoints"],
] as const;

function contradiction(flags: FlagValues): string | null {
  const resumes = isGiven(flags, "resume");
  const continues = isGiven(flags, "continue");
  if (resumes && continues) return cliPhrases.bothGiven("--resume", "--continue");
  if (isGiven(flags, "fork") && !resumes && !continues) return cliPhrases.needsAlso("--fork", "--resume or --continue");
  if (isGiven(flags, "exact") && !resumes) return cliPhrases.needsAlso("--exact", "--resume");
  const pair = opposites.find((both) => both.every((name) => isGiven(flags, name)));
  if (pair !== undefined) return cliPhrases.bothGiven(`--${pair[0]}`, `--${pair[1]}`);
  if (textFlag(flags, "input-format") === "stream-json" && textFlag(flags, "query-file") === "-") {
    return cliPhrases.bothGiven("--input-format stream-json", "--query-file -"); // stdin can be only one of the two
  }
  return null;
}

function runtimeOptions(flags: FlagValues) {
  return {
    model: textFlag(flags, "model"),
    provider: textFlag(flags, "provider"),
    toolsets: csv(textFlag(flags, "toolsets")),
    skills: listFlag(flags, "skills").flatMap((names) => csv(names) ?? []),
    system: textFlag(flags, "system"),
    appendSystem: textFlag(flags, "append-system"),
    passSessionId: isGiven(flags, "pass-session-id"),
  };
}

function sessionOptions(flags: FlagValues) {
  return {
    session: sessionChoice(flags),
    fork: isGiven(flags, "fork"),
    addDirs: listFlag(flags, "add-dir"),
    startIn: textFlag(flags, "in"),
    restoreCwd: !isGiven(flags, "no-restore-cwd"),
    source: textFlag(flags, "source"),
    ephemeral: isGiven(flags, "ephemeral"),
    images: listFlag(flags, "image"),
    queryFile: textFlag(flags, "query-file"),
  };
}

function limitOptions(flags: FlagValues) {
  return {
    maxTurns: numberFlag(flags, "max-turns"),
    runBudgetSeconds: numberFlag(flags, "run-budget"),
    maxCostUsd: numberFlag(flags, "max-cost"),
    yolo: isGiven(flags, "yolo"),
    allow: listFlag(flags, "allow"),
    checkpoints: isGiven(flags, "checkpoints") || (isGiven(flags, "no-checkpoints") ? false : null),
  };
}

function outputOptions(flags: FlagValues) {
  return {
    outputFormat: outputFormats.find((format) => format === flags["output-format"]) ?? "text",
    inputFormat: inputFormats.find((format) => format === flags["input-format"]) ?? "text",
    jsonSchemaFile: textFlag(flags, "json-schema"),
    usageFile: textFlag(flags, "usage-file"),
    quiet: isGiven(flags, "quiet"),
    verbose: isGiven(flags, "verbose"),
    noColor: isGiven(flags, "no-color"),
    theme: textFlag(flags, "theme"),
  };
}

function sessionChoice(flags: FlagValues): SessionChoice {
  if (isGiven(flags, "resume")) {
    return { kind: "resume", reference: textFlag(flags, "resume"), exact: isGiven(flags, "exact") };
  }
  return isGiven(flags, "continue") ? { kind: "continue", title: textFlag(flags, "continue") } : { kind: "new" };
}

function csv(text: string | null): readonly string[] | null {
  if (text === null) return null;
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
