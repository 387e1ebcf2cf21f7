import { hookRuns, type HookRuns } from "../commands/hooks/hook-runs.ts";
import { pluginRuns, type PluginRuns } from "../commands/plugins/plugin-runs.ts";
import type { AdminEnd, HookAdmin, PluginAdmin } from "../domain/plugin-admin.ts";
import { hookAdmin } from "./hook-admin.ts";
import { openSettings } from "./open-settings.ts";
import { pluginAdmin } from "./plugin-admin.ts";

export function pluginsCommandRuns(): PluginRuns {
  return pluginRuns(async (call): Promise<AdminEnd<PluginAdmin>> => {
    const opened = await openSettings(call.context);
    return opened.kind === "refused" ? opened : { kind: "done", value: pluginAdmin(opened, call.context) };
  });
}

export function hooksCommandRuns(): HookRuns {
  return hookRuns(async (call): Promise<AdminEnd<HookAdmin>> => {
    const opened = await openSettings(call.context);
    return opened.kind === "refused" ? opened : { kind: "done", value: hookAdmin(opened, call.context) };
  });
}
