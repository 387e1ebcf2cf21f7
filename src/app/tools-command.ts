import type { CommandCall } from "../commands/command.ts";
import { type ChangeEnd, type ToolRuns, toolRuns, type ToolWorld } from "../commands/tools/tool-runs.ts";
import { setInConfig } from "../config/edit.ts";
import { configPath } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import { toolSwitchPhrases as say } from "../text/phrases/tool-switches.ts";
import { setsFor, switchable, switchesOf, withSwitch } from "../tools/tool-switches.ts";
import { mcpToolsets } from "./choose-mcp-tools.ts";
import { openSettings, type Refusal } from "./open-settings.ts";

export function toolCommandRuns(process: NodeJS.Process): ToolRuns {
  return toolRuns({
    open: openTools,
    tick: async (title, rows) => {
      const { runChecklist } = await import("../surfaces/checklist/run-checklist.ts");
      const { rowText } = await import("../commands/tools/tool-runs.ts");
      return runChecklist(
        process,
        title,
        rows.map((row) => ({ text: rowText({ ...row, on: false }).slice(4), on: row.on })),
      );
    },
  });
}

async function openTools({ context }: CommandCall, platform: string): Promise<ToolWorld | Refusal> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const { home, settings } = opened;
  const rules = {
    disabledSets: settings.agent.disabled_toolsets,
    disabledTools: settings.agent.disabled_tools,
    custom: { ...mcpToolsets([], settings), ...settings.custom_toolsets },
  };
  const state = { wanted: setsFor(settings, platform) };
  return {
    kind: "tools",
    rows: switchesOf(state.wanted, rules),
    names: switchable(rules),
    notes: searchNotes(settings),
    change: async (names, isOn): Promise<ChangeEnd> => {
      let list = state.wanted;
      for (const name of names) {
        const next = withSwitch(list, name, isOn, rules);
        if (next === null) return { kind: "overruled", name };
        list = next;
      }
      const written = await setInConfig(configPath(home), ["platform_toolsets", platform], list, false);
      if (written.kind === "refused") return { kind: "refused", message: written.reason };
      state.wanted = list;
      return { kind: "written" };
    },
  };
}

/** Whether requests list the tools of servers depends on their weight, which nobody is asked for here. */
function searchNotes({ mcp_servers: servers, tools }: Settings): readonly string[] {
  const { enabled, threshold_pct: percent } = tools.tool_search;
  if (enabled === false || !Object.values(servers).some((server) => server.enabled)) return [];
  return [enabled === true ? say.alwaysFound : say.foundAbove(percent)];
}
