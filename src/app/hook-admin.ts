import type { CommandContext } from "../commands/command.ts";
import type { HookAdmin, HookSample, HookTrial, ShellHookRow } from "../domain/plugin-admin.ts";
import { consentBook } from "../plugins/consents.ts";
import { hookNames } from "../plugins/hooks/hook-names.ts";
import { matchesTool } from "../plugins/hooks/tool-hooks.ts";
import { examineHook } from "../plugins/shell/examine-hook.ts";
import { isAgreed, withHook, withoutHook } from "../plugins/shell/hook-consent.ts";
import { tryHook } from "../plugins/shell/hook-trial.ts";
import { eventOf, readShellHooks, type ShellHook } from "../plugins/shell/shell-hook.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { OpenSettings } from "./open-settings.ts";

const ofTools: readonly string[] = ["pre_tool_call", "post_tool_call", "transform_tool_result"]; // matchers count
const sampleCall: HookSample = { tool: "terminal", args: { command: "ls" } };

/** What `hermes hooks` does, over the settings and the book of consents. */
export function hookAdmin({ home, settings, secrets }: OpenSettings, context: CommandContext): HookAdmin {
  const { clock, signal, cwd, env } = context;
  const consents = consentBook(home.path);
  const place = { cwd, env };
  const acceptsAll = settings.hooks_auto_accept;
  const { hooks, problems } = readShellHooks(settings.hooks);
  const meant = ({ event, command, matcher }: ShellHookRow): readonly ShellHook[] =>
    hooks.filter((hook) => hook.event === event && hook.command === command && hook.matcher === matcher);
  const isTrusted = (hook: ShellHook): boolean => acceptsAll || isAgreed(hook, place, consents.read());
  const run = (hook: ShellHook, sample: HookSample): Promise<HookTrial> =>
    tryHook(hook, sample, { ...place, secret: secrets.variable, clock, signal });
  return {
    events: hookNames,
    eventNamed: (name) => eventOf(name) ?? null,
    list: () => ({
      rows: hooks.map((hook) => ({
        event: hook.event,
        matcher: hook.matcher,
        command: hook.command,
        trusted: isTrusted(hook),
      })),
      problems,
    }),
    trust: (row) => {
      for (const hook of meant(row)) consents.change((given) => withHook(hook, place, given));
    },
    revoke: (row) => consents.change((given) => withoutHook(row, given)),
    test: async (row, sample) => {
      const [hook] = meant(row);
      if (hook === undefined) return notRun(say.noSuchHook(row.command));
      if (!isTrusted(hook)) return notRun(say.hookChanged);
      const isHeard = !ofTools.includes(hook.event) || matchesTool(hook.matcher, sample.tool);
      return isHeard ? run(hook, sample) : notRun(say.hookSkipped(hook.matcher, sample.tool));
    },
    examine: async (row) => {
      const found = meant(row).map((hook) =>
        examineHook(hook, {
          ...place,
          consents: consents.read(),
          acceptsAll,
          trial: () => run(hook, sampleCall),
        }),
      );
      return (await Promise.all(found)).flat();
    },
  };
}

function notRun(why: string): HookTrial {
  return { kind: "not-run", why };
}
