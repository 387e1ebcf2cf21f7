import type { CommandSpec, FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { SkillRuns } from "./skill-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };
const force: FlagSpec = { name: "force", kind: "boolean", summary: "install although the check is not sure" };
const yes: FlagSpec = { name: "yes", short: "y", kind: "boolean", summary: "do not ask" };

const rows: readonly GroupRow<keyof SkillRuns>[] = [
  { name: "list", usage: "", summary: "The skills there are, and where they come from", flags: [json] },
  { name: "show", usage: "<name>", summary: "Print one skill and its files", flags: [] },
  { name: "enable", usage: "<name>", summary: "Use a skill again", flags: [] },
  { name: "disable", usage: "<name>", summary: "Use a skill no longer", flags: [] },
  { name: "install", usage: "<folder|git url>", summary: "Check a skill and copy it into your home", flags: [force] },
  { name: "remove", usage: "<name>", summary: "Delete a skill of your home", flags: [yes] },
  { name: "pending", usage: "", summary: "Changes that wait for your approval", flags: [json] },
  { name: "diff", usage: "<id>", summary: "What a waiting change would do", flags: [] },
  { name: "approve", usage: "<id|all>", summary: "Make what waits", flags: [] },
  { name: "reject", usage: "<id|all>", summary: "Throw away what waits", flags: [] },
];

export function skillsCommand(load: () => Promise<SkillRuns>): CommandSpec {
  return commandGroup({
    name: "skills",
    summary: "See, install and approve skills.",
    rows,
    defaultCommand: "list",
    load,
  });
}
