import type { CommandSpec } from "../command.ts";
import { commandGroup, type GroupRow } from "../command-group.ts";
import type { GatewayRuns } from "./gateway-runs.ts";

const rows: readonly GroupRow<keyof GatewayRuns>[] = [
  {
    name: "run",
    usage: "",
    summary: "Serve the chat platforms of the settings, until it is told to end",
    flags: [],
  },
  {
    name: "status",
    usage: "",
    summary: "Whether it runs, its platforms, and what waits",
    flags: [{ name: "json", kind: "boolean", summary: "print JSON" }],
  },
  {
    name: "stop",
    usage: "",
    summary: "End the running gateway and wait until it is gone",
    flags: [
      {
        name: "timeout",
        kind: "value",
        value: "SECONDS",
        number: "whole",
        summary: "wait at most so long; 120 without",
      },
    ],
  },
];

export function gatewayCommand(load: () => Promise<GatewayRuns>): CommandSpec {
  return commandGroup({
    name: "gateway",
    summary: "Talk with the agent on chat platforms.",
    rows,
    defaultCommand: "status",
    load,
  });
}
