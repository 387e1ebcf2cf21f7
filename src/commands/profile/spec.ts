import type { FlagSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { ProfileRuns } from "./profile-runs.ts";

const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };
const yes: FlagSpec = { name: "yes", kind: "boolean", summary: "do not ask" };
const clones: readonly FlagSpec[] = [
  { name: "clone", kind: "boolean", summary: "copy settings, keys, SOUL.md and skills of the profile in use" },
  { name: "clone-from", kind: "value", value: "NAME", summary: "copy them of this profile" },
];

const rows: readonly GroupRow<keyof ProfileRuns>[] = [
  { name: "list", usage: "", summary: "All profiles; a star marks the one in use", flags: [json] },
  { name: "show", usage: "[name]", summary: "Where a profile lies and what it holds", flags: [json] },
  { name: "use", usage: "<name>", summary: "Use this profile from now on; default is the home itself", flags: [] },
  {
    name: "create",
    usage: "<name>",
    summary: "Make a home of its own: settings, keys, memory, sessions",
    flags: clones,
  },
  { name: "delete", usage: "<name>", summary: "Delete a profile with everything in it", flags: [yes] },
  { name: "rename", usage: "<name> <new>", summary: "Give a profile another name", flags: [] },
];

export const profileCommand = commandGroup({
  name: "profile",
  summary: "Keep several homes apart: work, private, experiments.",
  rows,
  defaultCommand: "list",
  load: async () => (await import("./profile-runs.ts")).profileRuns,
});
