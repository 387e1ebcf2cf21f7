import type { MemoryProvider } from "../domain/memory-provider.ts";
import type { Platform } from "../domain/platform.ts";
import type { Tool } from "../domain/tool.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { WebBackend } from "../domain/web-backend.ts";
import { isFunction, reasonOf } from "./foreign.ts";
import { reservedEngines } from "./manifest/manifest.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import type { Registration } from "./registration.ts";
import { watchedObject, type Watch } from "./watch.ts";

export type PluggedEngine = { readonly name: string; readonly pluginId: string; readonly factory: EngineFactory };

type Settled<T> = { readonly value: T; readonly warnings: readonly string[] };

/** The engines on offer: one of a plugin made for it, and the first that a general plugin brought. */
export function settleEngines(registrations: readonly Registration[]): Settled<readonly PluggedEngine[]> {
  const warnings: string[] = [];
  const offered: (PluggedEngine & { readonly own: boolean })[] = [];
  for (const { plugin, engines } of registrations) {
    const { id, kind } = plugin.manifest;
    const own = kind === "context-engine";
    for (const { name, factory } of engines) {
      const first = offered.find((other) => other.own === own);
      if (reservedEngines.includes(name)) warnings.push(say.refusedEngine(id, name));
      else if (first !== undefined)
        warnings.push(say.secondEngine(`${id} (${name})`, `${first.pluginId} (${first.name})`));
      else offered.push({ name, pluginId: id, factory, own });
    }
  }
  return { value: offered.toSorted((a, b) => Number(b.own) - Number(a.own)), warnings };
}

/** The provider that `memory.provider` names, made now; null: no plugin has it. */
export function settleMemory(
  registrations: readonly Registration[],
  wanted: string,
  watch: Watch,
): Settled<MemoryProvider | null> {
  const offered = registrations.flatMap(({ plugin, memoryProviders }) =>
    memoryProviders.map((each) => ({ ...each, id: plugin.manifest.id })),
  );
  const [first, ...others] = offered.filter(({ name }) => name === wanted);
  const warnings = others.map(({ id }) => say.secondMemory(id, first?.id ?? ""));
  if (first === undefined) return { value: null, warnings };
  const label = `plugin ${first.id}, memory provider`;
  const broken = (why: string) => ({
    value: null,
    warnings: [...warnings, say.brokenFactory("memory provider", first.id, why)],
  });
  try {
    const provider = watch.run(label, first.factory);
    if (provider.name !== wanted) return broken(say.calledOtherwise(provider.name));
    return { value: watchedObject(provider, label, watch), warnings };
  } catch (error) {
    return broken(reasonOf(error));
  }
}

/** Services for the web that can at least search; what cannot is said. */
export function settleWebBackends(registrations: readonly Registration[]): Settled<readonly WebBackend[]> {
  const offered = registrations.flatMap(({ plugin, webBackends }) =>
    webBackends.map((backend) => ({ id: plugin.manifest.id, backend })),
  );
  return {
    value: offered.flatMap(({ backend }) => (isUsable(backend) ? [backend] : [])),
    warnings: offered.flatMap(({ id, backend }) => (isUsable(backend) ? [] : [say.noWebBackend(id, backend.name)])),
  };
}

function isUsable({ search, requiresEnv }: WebBackend): boolean {
  return isFunction(search) && Array.isArray(requiresEnv);
}

export type PluggedPlatform = { readonly pluginId: string; readonly platform: Platform };

/** Chat platforms, each of one name once: whoever comes first in the order of plugins has it. */
export function settlePlatforms(registrations: readonly Registration[]): Settled<readonly PluggedPlatform[]> {
  const offered = registrations.flatMap(({ plugin, platforms }) =>
    platforms.map((platform) => ({ pluginId: plugin.manifest.id, platform })),
  );
  const firstOf = ({ platform }: PluggedPlatform) => offered.find((other) => other.platform.name === platform.name);
  return {
    value: offered.filter((each) => firstOf(each) === each),
    warnings: offered.flatMap((each) => {
      const first = firstOf(each);
      if (first === undefined || first === each) return [];
      return [say.platformClaimed(each.pluginId, each.platform.name, first.pluginId)];
    }),
  };
}

const mostSectionsChars = 8_000;

/** One text for the cached prompt; null: nobody has something to say. */
export function settleSections(registrations: readonly Registration[]): Settled<string | null> {
  const warnings: string[] = [];
  let text = "";
  for (const { plugin, promptSections } of registrations) {
    for (const section of promptSections) {
      const longer = text === "" ? section : `${text}\n\n${section}`;
      if (longer.length > mostSectionsChars) warnings.push(say.sectionsTooLong(plugin.manifest.id, mostSectionsChars));
      else text = longer;
    }
  }
  return { value: text === "" ? null : text, warnings };
}

/** Tools that may take the place of others, and those that may not. */
export function settleTools(registrations: readonly Registration[]): {
  readonly overriding: readonly Tool[];
  readonly plain: readonly (Tool & { readonly pluginId: string })[];
} {
  const of = (mayOverride: boolean) =>
    registrations
      .filter(({ granted }) => granted.has("tools.override") === mayOverride)
      .flatMap(({ plugin, tools }) => tools.map((tool) => ({ ...tool, pluginId: plugin.manifest.id })));
  return { overriding: of(true), plain: of(false) };
}
