import type { CommandCall, CommandContext } from "../commands/command.ts";
import { fail } from "../commands/fail.ts";
import { plainText } from "../commands/plain-text.ts";
import { gitRoot } from "../disk/git-root.ts";
import { isolatedCommand } from "../plugins/isolated-command.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { choosePlugins } from "../plugins/manifest/choose.ts";
import { discoverPlugins, type FoundPlugin } from "../plugins/manifest/discover.ts";
import { unwatched } from "../plugins/watch.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { offerOwnModules } from "./plugin-imports.ts";
import { mayHavePlugins } from "./plugin-places.ts";
import { choiceRules } from "./plugin-rules.ts";
import { sessionLog } from "./session-log.ts";

type Offered = { readonly name: string; readonly plugin: FoundPlugin };

/** Commands that enabled plugins promise in their manifests. Nothing of them runs; without plugins nothing is read. */
export async function offeredCommands(context: CommandContext, taken: readonly string[]): Promise<readonly Offered[]> {
  const opened = await openWherePlugins(context);
  return opened === null ? [] : offered(opened, context, taken);
}

/** Runs `hermes <name>` of a plugin; null: no enabled plugin has such a command. */
export async function runOffered(name: string, call: CommandCall, taken: readonly string[]): Promise<number | null> {
  const { context } = call;
  const opened = await openWherePlugins(context);
  if (opened === null) return null;
  const found = (await offered(opened, context, taken)).find((each) => each.name === name);
  return found === undefined ? null : run(found, call, opened);
}

/** A home without plugins is not even made ready. */
async function openWherePlugins(context: CommandContext): Promise<OpenSettings | null> {
  if (!mayHavePlugins(context)) return null;
  const opened = await openSettings(context);
  return opened.kind === "open" ? opened : null;
}

async function offered(
  { home, settings }: OpenSettings,
  { cwd, env }: CommandContext,
  taken: readonly string[],
): Promise<readonly Offered[]> {
  const root = gitRoot(cwd);
  const { found } = await discoverPlugins({ bundled: null, home: home.path, gitRoot: root });
  const chosen = choosePlugins(found, choiceRules(settings, { home: home.path, env, gitRoot: root }));
  const all = chosen.flatMap(({ plugin, standing }) =>
    standing.kind === "loads" ? plugin.manifest.provides.cli_commands.map((name) => ({ name, plugin })) : [],
  );
  return all.filter(({ name }, at) => !taken.includes(name) && all.findIndex((other) => other.name === name) === at);
}

/** Loads this one plugin and no other. */
async function run({ name, plugin }: Offered, call: CommandCall, opened: OpenSettings): Promise<number> {
  const { context, terminal, positionals } = call;
  const { home, settings, secrets } = opened;
  const { id } = plugin.manifest;
  const root = gitRoot(context.cwd);
  const log = sessionLog(opened, context.clock);
  using _ = offerOwnModules();
  const rules = choiceRules(settings, { home: home.path, env: context.env, gitRoot: root });
  const loaded = await loadPlugins({
    places: { bundled: null, home: home.path, gitRoot: root },
    rules: { ...rules, enabled: [id] },
    entries: settings.plugins.entries,
    secret: secrets.variable,
    clock: context.clock,
    log,
    watch: unwatched,
    signal: context.signal,
    importModule: (url) => import(url),
  });
  try {
    const why = loaded.failures.get(id);
    if (why !== undefined) return fail(call, plainText(say.skipped(id, why)), exitCodes.failed);
    const command = loaded.registrations.flatMap(({ cliCommands }) => cliCommands).find((each) => each.name === name);
    if (command === undefined) return fail(call, plainText(`${id}: ${say.notRegistered(name)}`), exitCodes.failed);
    const perform = isolatedCommand(command, id, { clock: context.clock, log, watch: unwatched, longestMs: null });
    const { ok, text } = await perform(positionals);
    if (!ok) return fail(call, plainText(text), exitCodes.failed);
    if (text !== "") terminal.out(text.endsWith("\n") ? text : `${text}\n`);
    return exitCodes.ok;
  } finally {
    await loaded.dispose();
  }
}
