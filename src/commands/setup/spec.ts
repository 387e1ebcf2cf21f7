import type { CommandSpec, FlagSpec } from "../command.ts";
import { plainFlag } from "../root.ts";

export const setupSections = ["model", "tools", "gateway", "terminal", "agent"] as const;

const flags: readonly FlagSpec[] = [
  { name: "non-interactive", kind: "boolean", summary: "ask nothing: check what is set and make what is missing" },
  { name: "quick", kind: "boolean", summary: "ask only for what is needed and not there" },
  plainFlag,
];

export function setupCommand(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "setup",
    summary: `Set Hermes up, or one part of it: ${setupSections.join(", ")}.`,
    usage: "[SECTION]",
    flags,
    subcommands: [],
    load,
  };
}
