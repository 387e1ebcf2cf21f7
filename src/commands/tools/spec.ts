import type { CommandRun, CommandSpec, FlagSpec } from "../command.ts";
import type { ToolRuns } from "./tool-runs.ts";

/** Those that have a set of tools of their own; written down here so that reading the command line loads no tools. */
export const platformNames = ["cli", "telegram", "discord", "slack", "acp", "api-server", "cron", "webhook"] as const;

export function toolsCommand(load: () => Promise<ToolRuns>): CommandSpec {
  const platform: FlagSpec = {
    name: "platform",
    kind: "value",
    value: "P",
    choices: platformNames,
    summary: "on this platform instead of cli",
  };
  const json: FlagSpec = { name: "json", kind: "boolean", summary: "print JSON" };
  const row = (name: keyof ToolRuns, usage: string, summary: string, flags: readonly FlagSpec[]): CommandSpec => ({
    name,
    usage,
    summary,
    flags,
    subcommands: [],
    load: async (): Promise<CommandRun> => (await load())[name],
  });
  return {
    name: "tools",
    summary: "Switch tools on and off; without a command a list to tick.",
    usage: "",
    flags: [platform],
    load: async (): Promise<CommandRun> => (await load()).choose,
    subcommands: [
      row("list", "", "Which sets of tools are on", [json]),
      row("enable", "<name>...", "Switch sets or tools on", []),
      row("disable", "<name>...", "Switch sets or tools off", []),
    ],
  };
}
