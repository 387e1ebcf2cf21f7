import type { CommandSpec, FlagSpec } from "./command.ts";
import { globalFlags, runFlags } from "./run-flags.ts";

type Load = NonNullable<CommandSpec["load"]>;

const queryFlag: FlagSpec = {
  name: "query",
  short: "q",
  kind: "value",
  value: "TEXT",
  summary: "ask this one question, print the answer and exit",
};
export const plainFlag: FlagSpec = {
  name: "plain",
  kind: "boolean",
  summary: "line by line: no cursor movement, no spinner",
};
const ofTheModel = new Set(["model", "provider"]);

/** The whole tree. Who builds the program hands in the rows, so that this table knows no feature. */
export function rootCommand(children: readonly CommandSpec[]): CommandSpec {
  return {
    name: "hermes",
    summary: "An LLM agent for the terminal.",
    usage: "",
    flags: globalFlags,
    subcommands: children,
    defaultCommand: "chat",
    load: null,
  };
}

export function runCommand(load: Load): CommandSpec {
  const summary = "Answer one prompt without a screen, for people and scripts.";
  return { name: "run", summary, usage: "[PROMPT]", flags: runFlags, subcommands: [], load };
}

export function chatCommand(load: Load): CommandSpec {
  const summary = "Talk with the agent; with -q one question and an answer.";
  return { name: "chat", summary, usage: "", flags: [queryFlag, plainFlag, ...runFlags], subcommands: [], load };
}

export function demoCommand(load: Load): CommandSpec {
  const summary = "Run the built-in offline demonstration model: no key, no network.";
  const flags = runFlags.filter((flag) => !ofTheModel.has(flag.name));
  return { name: "demo", summary, usage: "[PROMPT]", flags, subcommands: [], load };
}
