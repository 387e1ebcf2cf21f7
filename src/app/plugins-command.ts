import { hookRuns, type HookRuns } from "../commands/hooks/hook-runs.ts";
import { pluginRuns, type PluginRuns } from "../commands/plugins/plugin-runs.ts";
import type { AdminEnd, HookAdmin, PluginAdmin } from "../domain/plugin-admin.ts";
import type { PluginChoices } from "../domain/plugin-choices.ts";
import { hookAdmin } from "./hook-admin.ts";
import { keyTerminal } from "./key-terminal.ts";
import { openSettings } from "./open-settings.ts";
import { pluginAdmin } from "./plugin-admin.ts";

export function pluginsCommandRuns(): PluginRuns {
  return pluginRuns(async (call): Promise<AdminEnd<PluginAdmin>> => {
    const opened = await openSettings(call.context);
    return opened.kind === "refused" ? opened : { kind: "done", value: pluginAdmin(opened, call.context) };
  }, pickOnScreen);
}

async function pickOnScreen(choices: PluginChoices): Promise<PluginChoices | null> {
  const { runPluginScreen } = await import("../surfaces/plugins/run-screen.ts");
  using terminal = keyTerminal(process);
  return await runPluginScreen(choices, terminal);
}

export function hooksCommandRuns(): HookRuns {
  return hookRuns(async (call): Promise<AdminEnd<HookAdmin>> => {
    const opened = await openSettings(call.context);
    return opened.kind === "refused" ? opened : { kind: "done", value: hookAdmin(opened, call.context) };
  });
}
