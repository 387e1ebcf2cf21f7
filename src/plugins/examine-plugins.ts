import type { Finding } from "../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { consentBook, grantOf } from "./consents.ts";
import { entryProblem } from "./load-plugin.ts";
import { brokenOnes, loadPlugins, missingOnes, type LoadedPlugins, type PluginsRequest } from "./load-plugins.ts";
import { discoverPlugins, type Discovery, type FoundPlugin } from "./manifest/discover.ts";
import { loadingOnes } from "./manifest/choose.ts";
import { clashesOf, type TakenNames } from "./name-clashes.ts";
import type { Registration } from "./registration.ts";
import { settleEngines, settleSections, settleWebBackends } from "./settle.ts";

export type Examination = PluginsRequest & {
  readonly taken: TakenNames;
  /** By id: the version that was recorded when it was installed. */
  readonly installed: Readonly<Record<string, string>>;
};

/** Everything that is wrong with plugins. Those that are enabled are loaded for it, and put away again. */
export async function examinePlugins(request: Examination): Promise<readonly Finding[]> {
  const discovery = await discoverPlugins(request.places);
  const loaded = await loadPlugins(request);
  try {
    const findings = [
      ...beforeLoading(discovery, request),
      ...[...loaded.failures].map(([id, why]) => problem(id, why)),
      ...afterLoading(loaded, request),
    ];
    const troubled = new Set(findings.map(({ about }) => about));
    const sound = loaded.registrations.filter(({ plugin }) => !troubled.has(plugin.manifest.id));
    return [...findings, ...sound.map(fine)];
  } finally {
    await loaded.dispose();
  }
}

function beforeLoading(discovery: Discovery, { rules, installed }: Examination): readonly Finding[] {
  const { found } = discovery;
  const idle = found.filter(({ manifest }) => !rules.enabled.includes(manifest.id));
  return [
    ...[...missingOnes(discovery, rules), ...brokenOnes(discovery, rules)].map((text) => problem("", text)),
    ...idle.flatMap((plugin) => {
      const wrong = entryProblem(plugin);
      return wrong === null ? [] : [warning(plugin.manifest.id, wrong)];
    }),
    ...found.flatMap((plugin) => sameId(plugin, found)),
    ...found.flatMap(({ manifest: { id, version } }) => {
      const recorded = installed[id];
      return recorded === undefined || recorded === version ? [] : [warning(id, say.otherVersion(recorded, version))];
    }),
  ];
}

/** Told once, of the first that has the id. */
function sameId(plugin: FoundPlugin, all: readonly FoundPlugin[]): readonly Finding[] {
  const same = all.filter(({ manifest }) => manifest.id === plugin.manifest.id);
  if (same.length === 1 || same[0] !== plugin) return [];
  return [
    warning(
      plugin.manifest.id,
      say.idTwice(
        plugin.manifest.id,
        same.map(({ folder }) => folder),
      ),
    ),
  ];
}

function afterLoading({ registrations, chosen }: LoadedPlugins, { places, taken }: Examination): readonly Finding[] {
  const given = consentBook(places.home).read();
  const open = registrations.flatMap(({ plugin }) => {
    const { open: names } = grantOf(plugin, given);
    return names.length === 0 ? [] : [warning(plugin.manifest.id, say.openCapabilities(plugin.manifest.id, names))];
  });
  const unsettled = [settleEngines, settleSections, settleWebBackends].flatMap(
    (settle) => settle(registrations).warnings,
  );
  return [
    ...open,
    ...unsettled.map((text) => warning("", text)),
    ...clashesOf({ registrations, loading: loadingOnes(chosen) }, taken),
    ...registrations.flatMap(promisesOf),
  ];
}

/** Whether the manifest says what the plugin does; the lists of names are all that can be shown without running it. */
function promisesOf({ plugin, commands, cliCommands, platforms }: Registration): readonly Finding[] {
  const { provides, id } = plugin.manifest;
  const made = { commands, cli_commands: cliCommands, platforms };
  return [
    ...(["commands", "cli_commands", "platforms"] as const).flatMap((what) =>
      provides[what]
        .filter((name) => !made[what].some((each) => each.name === name))
        .map((name) => warning(id, say.notRegistered(name))),
    ),
    ...platforms
      .filter(({ name }) => !provides.platforms.includes(name))
      .map(({ name }) => warning(id, say.platformUnnamed(name))),
  ];
}

function fine({ plugin: { manifest, source }, platforms }: Registration): Finding {
  const names = platforms.map(({ name }) => name);
  return { level: "ok", about: manifest.id, text: say.loadsFine(manifest.version, source, names) };
}

function problem(about: string, text: string): Finding {
  return { level: "problem", about, text };
}

function warning(about: string, text: string): Finding {
  return { level: "warning", about, text };
}
