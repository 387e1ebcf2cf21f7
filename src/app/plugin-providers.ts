import type { CommandContext } from "../commands/command.ts";
import { gitRoot } from "../disk/git-root.ts";
import { consentBook } from "../plugins/consents.ts";
import { choosePlugins, loadingOnes } from "../plugins/manifest/choose.ts";
import { discoverPlugins } from "../plugins/manifest/discover.ts";
import { settleProviders } from "../plugins/settle-providers.ts";
import { findProvider } from "../provider/catalog/catalog.ts";
import type { OpenSettings } from "./open-settings.ts";
import { choiceRules } from "./plugin-rules.ts";

/** The settings with what enabled plugins declare under `providers`; what the person wrote there comes first. */
export async function withPluginProviders(opened: OpenSettings, context: CommandContext): Promise<OpenSettings> {
  const { home, settings, secrets } = opened;
  const root = gitRoot(context.cwd);
  const { found } = await discoverPlugins({ bundled: null, home: home.path, gitRoot: root });
  const chosen = choosePlugins(found, choiceRules(settings, { home: home.path, env: context.env, gitRoot: root }));
  const { providers, warnings } = settleProviders(loadingOnes(chosen), {
    isBuiltIn: (id) => findProvider(id) !== null,
    consents: consentBook(home.path).read(),
    isSet: (variable) => (secrets.variable(variable) ?? "") !== "",
  });
  const merged = Object.entries(providers).map(([id, row]) => [id, { ...row, ...settings.providers[id] }] as const);
  return {
    ...opened,
    settings: { ...settings, providers: { ...settings.providers, ...Object.fromEntries(merged) } },
    warnings: [...opened.warnings, ...warnings],
  };
}
