import type { CommandCall } from "../commands/command.ts";
import { hookRuns, type HookRuns } from "../commands/hooks/hook-runs.ts";
import { pluginRuns, type PluginRuns } from "../commands/plugins/plugin-runs.ts";
import type { AdminEnd, HookAdmin, PluginAdmin, ShellHookRow } from "../domain/plugin-admin.ts";
import { consentBook } from "../plugins/consents.ts";
import { isAgreed, withHook, withoutHook } from "../plugins/shell/hook-consent.ts";
import { readShellHooks, type ShellHook } from "../plugins/shell/shell-hook.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
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
    return opened.kind === "refused" ? opened : { kind: "done", value: hookAdmin(opened, call) };
  });
}

function hookAdmin({ home, settings }: OpenSettings, { context }: CommandCall): HookAdmin {
  const consents = consentBook(home.path);
  const place = { cwd: context.cwd, env: context.env };
  const { hooks, problems } = readShellHooks(settings.hooks);
  const meant = ({ event, command }: ShellHookRow): readonly ShellHook[] =>
    hooks.filter((hook) => hook.event === event && hook.command === command);
  return {
    list: () => {
      const given = consents.read();
      const rows = hooks.map((hook) => {
        const trusted = settings.hooks_auto_accept || isAgreed(hook, place, given);
        return { event: hook.event, matcher: hook.matcher, command: hook.command, trusted };
      });
      return { rows, problems };
    },
    trust: (row) => {
      for (const hook of meant(row)) consents.change((given) => withHook(hook, place, given));
    },
    revoke: (row) => consents.change((given) => withoutHook(row, given)),
  };
}
