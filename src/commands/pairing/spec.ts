import type { CommandSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { PairingRuns } from "./pairing-runs.ts";

const rows: readonly GroupRow<keyof PairingRuns>[] = [
  {
    name: "list",
    usage: "",
    summary: "Who waits for approval on a chat platform, and who has it",
    flags: [{ name: "json", kind: "boolean", summary: "print JSON" }],
  },
  {
    name: "approve",
    usage: "<platform> <code>...",
    summary: "Let somebody in who was given this code; case, spaces and dashes do not matter",
    flags: [],
  },
  { name: "revoke", usage: "<platform> <user>", summary: "Take an approval back, by the id of the list", flags: [] },
  { name: "clear-pending", usage: "[platform]", summary: "Forget all who wait", flags: [] },
];

export const pairingCommand: CommandSpec = commandGroup({
  name: "pairing",
  summary: "Say who may talk to Hermes on chat platforms.",
  rows,
  defaultCommand: "list",
  load: async () => (await import("./pairing-runs.ts")).pairingRuns,
});
