import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import { changeConfig, setInConfig } from "../config/edit.ts";
import { configPath } from "../config/home.ts";
import { gitRoot } from "../disk/git-root.ts";
import type { PluginChoices } from "../domain/plugin-choices.ts";
import type { AdminEnd, PluginAdmin, PluginListing, PluginRow } from "../domain/plugin-admin.ts";
import { consentBook, grantOf, withGrant, withoutGrant } from "../plugins/consents.ts";
import { reasonOf } from "../plugins/foreign.ts";
import { installPlugin, uninstallPackage } from "../plugins/install/install-plugin.ts";
import { installSource } from "../plugins/install/install-source.ts";
import { installedBook, type Origin } from "../plugins/install/installed-book.ts";
import { choosePlugins, type ChosenPlugin } from "../plugins/manifest/choose.ts";
import { discoverPlugins } from "../plugins/manifest/discover.ts";
import { childEnvironment } from "../safety/child-env.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { OpenSettings } from "./open-settings.ts";
import { changesTo, choicesFrom } from "./plugin-choices.ts";
import { choiceRules } from "./plugin-rules.ts";

/** What `hermes plugins` does, over the files of the home. */
export function pluginAdmin(opened: OpenSettings, context: CommandContext): PluginAdmin {
  const { home, settings } = opened;
  const consents = consentBook(home.path);
  const book = installedBook(home.path);
  const deps = {
    home: home.path,
    env: childEnvironment(context.env, []),
    clock: context.clock,
    signal: context.signal,
  };
  const found = async (): Promise<readonly ChosenPlugin[]> => (await look(opened, context)).chosen;
  const withPlugin = async (id: string, work: (plugin: ChosenPlugin) => Promise<AdminEnd<string>>) => {
    const all = (await found()).filter(({ plugin }) => plugin.manifest.id === id);
    const one = all.find(({ standing }) => standing.kind === "loads") ?? all[0];
    return one === undefined ? refused(say.notInstalled(id)) : work(one);
  };
  const install = async (spec: string, replaces: string | null): Promise<AdminEnd<string>> => {
    const source = installSource(spec, { cwd: context.cwd, userHome: context.env["HOME"] ?? homedir() });
    if (source === null) return refused(say.badSpec(spec));
    return attempt(say.failedTo.bind(null, `install ${spec}`), async () => {
      const { id, origin } = await installPlugin(source, { ...deps, replaces });
      book.put(id, origin);
      return id;
    });
  };
  return {
    list: async () => listing(await look(opened, context), { consents, book, enabled: settings.plugins.enabled }),
    install: (spec) => install(spec, null),
    update: (id) =>
      withPlugin(id, async () => {
        const origin = book.read()[id];
        return origin === undefined ? refused(say.unknownOrigin(id)) : install(newest(origin), id);
      }),
    remove: (id) =>
      withPlugin(id, async ({ plugin }) => {
        const { source, folder } = plugin;
        if (source !== "user" && source !== "npm") return refused(say.notOurs(id, source));
        return attempt(say.failedTo.bind(null, `remove ${id}`), async () => {
          const name = folder.slice(join(home.path, "plugins", "node_modules").length + 1);
          if (source === "npm") await uninstallPackage(name, deps);
          else rmSync(folder, { recursive: true, force: true });
          consents.change((given) => withoutGrant(id, given));
          book.forget(id);
          await setEnabled(opened, id, false);
          return id;
        });
      }),
    setEnabled: (id, isOn) => withPlugin(id, () => setEnabled(opened, id, isOn)),
    grant: (id, capabilities) =>
      withPlugin(id, async ({ plugin }) => {
        consents.change((given) => withGrant(plugin, capabilities, given));
        return { kind: "done", value: id };
      }),
    choices: async () => choicesFrom(await found(), settings),
    choose: async (wanted) => store(choicesFrom(await found(), settings), wanted, opened),
    examine: async () => (await import("./plugin-doctor.ts")).pluginFindings(opened, context),
  };
}

/** A package is asked for anew without the version that was pinned; all else as it was. */
function newest({ from, spec, package: name }: Origin): string {
  return from === "npm" && name !== undefined && !spec.endsWith(".tgz") ? `${name}@latest` : spec;
}

async function look({ home, settings }: OpenSettings, { env, cwd }: CommandContext) {
  const root = gitRoot(cwd);
  const { found, broken } = await discoverPlugins({ bundled: null, home: home.path, gitRoot: root });
  return { chosen: choosePlugins(found, choiceRules(settings, { home: home.path, env, gitRoot: root })), broken };
}

async function store(now: PluginChoices, wanted: PluginChoices, { home, settings }: OpenSettings) {
  const { changes, told } = changesTo(now, wanted, settings.plugins.enabled);
  if (changes.length === 0) return { kind: "done", value: [] } as const;
  const written = await changeConfig(configPath(home), changes);
  return written.kind === "refused" ? refused(written.reason) : ({ kind: "done", value: told } as const);
}

type Books = {
  readonly consents: ReturnType<typeof consentBook>;
  readonly book: ReturnType<typeof installedBook>;
  readonly enabled: readonly string[];
};

function listing(
  { chosen, broken }: Awaited<ReturnType<typeof look>>,
  { consents, book, enabled }: Books,
): PluginListing {
  const given = consents.read();
  const origins = book.read();
  const rows = chosen.map(({ plugin, standing }): PluginRow => {
    const { id, version, description, kind, capabilities, provides, requires_env: requiresEnv } = plugin.manifest;
    const origin = origins[id];
    return {
      id,
      version,
      description,
      kind,
      source: plugin.source,
      folder: plugin.folder,
      enabled: enabled.includes(id),
      why: standing.kind === "loads" ? null : standing.why,
      capabilities,
      granted: [...grantOf(plugin, given).granted],
      requiresEnv,
      provides: { ...provides, providers: provides.providers.map((provider) => provider.id) },
      origin: origin === undefined ? null : originText(origin),
    };
  });
  return { rows, broken };
}

function originText({ from, spec, version, commit }: Origin): string {
  return `${from} ${spec} ${commit ?? version}`;
}

/** Edits the two lists of config.yaml; the rest of the file stays as it is. */
async function setEnabled({ home, settings }: OpenSettings, id: string, isOn: boolean): Promise<AdminEnd<string>> {
  const { enabled, disabled } = settings.plugins;
  const others = enabled.filter((each) => each !== id);
  const lists = { enabled: isOn ? [...others, id] : others, disabled: disabled.filter((each) => each !== id) };
  for (const [name, list] of Object.entries(lists)) {
    if (name === "disabled" && disabled.length === list.length) continue;
    const written = await setInConfig(configPath(home), ["plugins", name], list, false);
    if (written.kind === "refused") return refused(written.reason);
  }
  return { kind: "done", value: id };
}

async function attempt(sayWhy: (why: string) => string, work: () => Promise<string>): Promise<AdminEnd<string>> {
  try {
    return { kind: "done", value: await work() };
  } catch (error) {
    return refused(sayWhy(reasonOf(error)));
  }
}

function refused(message: string): AdminEnd<never> {
  return { kind: "refused", message };
}
