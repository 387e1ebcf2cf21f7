import { namesOf } from "../commands/slash/find-command.ts";
import { slashCommands } from "../commands/slash/registry.ts";
import type { CommandContext } from "../commands/command.ts";
import { gitRoot } from "../disk/git-root.ts";
import type { Finding } from "../domain/plugin-admin.ts";
import { noLog } from "../domain/log.ts";
import { examinePlugins } from "../plugins/examine-plugins.ts";
import { installedBook } from "../plugins/install/installed-book.ts";
import { unwatched } from "../plugins/watch.ts";
import { findProvider } from "../provider/catalog/catalog.ts";
import { builtinToolsets } from "../tools/toolsets.ts";
import { commandTree } from "./command-tree.ts";
import type { OpenSettings } from "./open-settings.ts";
import { offerOwnModules } from "./plugin-imports.ts";
import { choiceRules } from "./plugin-rules.ts";

/** `hermes plugins doctor`: the same loading as for a session, put away again at once. */
export async function pluginFindings(opened: OpenSettings, context: CommandContext): Promise<readonly Finding[]> {
  const { settings, home, secrets } = opened;
  const { env, clock, signal, cwd } = context;
  const root = gitRoot(cwd);
  using _ = offerOwnModules();
  const origins = Object.entries(installedBook(home.path).read());
  return await examinePlugins({
    places: { bundled: null, home: home.path, gitRoot: root },
    rules: choiceRules(settings, { home: home.path, env, gitRoot: root }),
    entries: settings.plugins.entries,
    secret: secrets.variable,
    clock,
    log: noLog,
    watch: unwatched,
    signal,
    importModule: (url) => import(url),
    installed: Object.fromEntries(origins.map(([id, { version }]) => [id, version])),
    taken: {
      tools: new Set(Object.values(builtinToolsets).flatMap(({ tools }) => tools)),
      commands: new Set(slashCommands.flatMap(namesOf)),
      cliCommands: new Set(commandTree(process).subcommands.map(({ name }) => name)),
      providers: { has: (id) => findProvider(id) !== null },
    },
  });
}
