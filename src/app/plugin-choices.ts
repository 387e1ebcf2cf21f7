import type { ConfigChange } from "../config/edit.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { PluginChoices, ProviderChoice, ProviderKind, ProviderOption } from "../domain/plugin-choices.ts";
import type { ChosenPlugin } from "../plugins/manifest/choose.ts";
import { pluginScreenPhrases as say } from "../text/phrases/plugin-screen.ts";
import { pluginsPhrases } from "../text/phrases/plugins.ts";
import { ownEngines, ownMemories } from "./wants-plugins.ts";

const providerKinds: Readonly<Record<ProviderKind, string>> = { engine: "context-engine", memory: "memory" };

/** What is there to choose from, and what is chosen now. */
export function choicesFrom(found: readonly ChosenPlugin[], settings: Settings): PluginChoices {
  const ids = [...new Set(found.map(({ plugin }) => plugin.manifest.id))];
  const each = ids.flatMap((id) => {
    const same = found.filter(({ plugin }) => plugin.manifest.id === id);
    const one = same.find(({ standing }) => standing.kind === "loads") ?? same[0];
    return one === undefined ? [] : [one];
  });
  const { enabled, disabled } = settings.plugins;
  const general = each.filter((chosen) => !isProvider(chosen));
  return {
    general: general.map((chosen) => {
      const { id } = chosen.plugin.manifest;
      return { id, about: aboutOf(chosen), on: enabled.includes(id) && !disabled.includes(id) };
    }),
    providers: [
      providersOf("engine", each, { own: ownEngines, chosen: settings.context.engine }),
      providersOf("memory", each, { own: ownMemories, chosen: settings.memory.provider }),
    ],
  };
}

function isProvider({ plugin }: ChosenPlugin): boolean {
  return Object.values(providerKinds).includes(plugin.manifest.kind);
}

type Standing = { readonly own: readonly string[]; readonly chosen: string };

/** The setting may name what no plugin brings by its manifest; it stays on offer, for it is in force. */
function providersOf(kind: ProviderKind, found: readonly ChosenPlugin[], { own, chosen }: Standing): ProviderChoice {
  const builtIn = own.map((name): ProviderOption => ({ name, about: say.builtIn }));
  const plugged = found
    .filter(({ plugin }) => plugin.manifest.kind === providerKinds[kind])
    .map((each): ProviderOption => ({ name: each.plugin.manifest.id, about: each.plugin.manifest.description }));
  const known = [...builtIn, ...plugged];
  const stray = known.some(({ name }) => name === chosen) ? [] : [{ name: chosen, about: say.notInstalled }];
  return { kind, options: [...known, ...stray], chosen };
}

/** Why it does not load is said where that is more than not being enabled. */
function aboutOf({ plugin, standing }: ChosenPlugin): string {
  const { description, provides } = plugin.manifest;
  const brought = provides.platforms.length === 0 ? "" : `[${pluginsPhrases.brings(provides.platforms)}]`;
  const why = standing.kind === "loads" || standing.why === pluginsPhrases.notEnabled ? "" : `(${standing.why})`;
  return [description, brought, why].filter((text) => text !== "").join(" ");
}

type Changes = { readonly changes: readonly ConfigChange[]; readonly told: readonly string[] };

/** From what is to what is wanted, as edits of config.yaml. A provider that is a plugin has to be enabled too. */
export function changesTo(now: PluginChoices, wanted: PluginChoices, enabled: readonly string[]): Changes {
  const switched = wanted.general.filter(({ id, on }) => now.general.some((each) => each.id === id && each.on !== on));
  const providers = wanted.providers.filter(({ kind, chosen }) =>
    now.providers.some((each) => each.kind === kind && each.chosen !== chosen),
  );
  return {
    changes: [
      ...switched.flatMap(({ id, on }) => (on ? switchOn(id) : [removal("enabled", id)])),
      ...providers.flatMap(({ kind, chosen }) => [
        { kind: "set", key: settingOf[kind], value: chosen } as const,
        ...(isOwn(kind, chosen) || enabled.includes(chosen) ? [] : switchOn(chosen)),
      ]),
    ],
    told: [
      ...switched.map(({ id, on }) => (on ? say.switchedOn(id) : say.switchedOff(id))),
      ...providers.map(({ kind, chosen }) => (kind === "engine" ? say.engineIs(chosen) : say.memoryIs(chosen))),
    ],
  };
}

const settingOf: Readonly<Record<ProviderKind, readonly string[]>> = {
  engine: ["context", "engine"],
  memory: ["memory", "provider"],
};

function isOwn(kind: ProviderKind, name: string): boolean {
  return (kind === "engine" ? ownEngines : ownMemories).includes(name);
}

function switchOn(id: string): readonly ConfigChange[] {
  return [{ kind: "add", key: ["plugins", "enabled"], entry: id }, removal("disabled", id)];
}

function removal(list: "enabled" | "disabled", id: string): ConfigChange {
  return { kind: "remove", key: ["plugins", list], entry: id };
}
