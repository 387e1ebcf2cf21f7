import type { GatewayHooks } from "../domain/gateway-hooks.ts";
import type { Platform } from "../domain/platform.ts";
import { pluginGatewayHooks } from "../plugins/hooks/gateway-hooks.ts";
import type { ServiceDesk } from "../plugins/services.ts";
import { settlePlatforms } from "../plugins/settle.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { loadHere } from "./load-plugins-here.ts";
import type { PluginHost, PluginsPlace } from "./open-plugins.ts";

/** What plugins bring to a gateway, before and beside its sessions. */
export type GatewayPlugins = {
  readonly platforms: readonly Platform[];
  readonly hooks: GatewayHooks;
  /** A plugin that is installed, does not load, and by its manifest would bring this platform. */
  readonly couldBring: (platform: string) => string | null;
  /** From now on `ctx.inject` reaches chats by their session key. */
  readonly serveInject: (inject: NonNullable<ServiceDesk["gateway"]>) => void;
  /** For the plugins of its sessions. */
  readonly host: PluginHost;
  readonly takeNotices: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** Loaded once for the process; each session of a chat loads its own besides, as everywhere. */
export async function openGatewayPlugins(place: PluginsPlace): Promise<GatewayPlugins> {
  const { loaded, runner, watch, notice, takeNotices, close } = await loadHere(place);
  const { value, warnings } = settlePlatforms(loaded.registrations);
  for (const text of warnings) notice(text);
  for (const [id, why] of loaded.failures) notice(say.skipped(id, why));
  return {
    platforms: value.map(({ platform }) => platform),
    hooks: pluginGatewayHooks(runner),
    couldBring: (platform) => {
      const idle = loaded.chosen.filter(({ standing }) => standing.kind !== "loads");
      return idle.find(({ plugin }) => brings(plugin, platform))?.plugin.manifest.id ?? null;
    },
    serveInject: (inject) => void (loaded.desk.gateway = inject),
    host: { watch, inject: (sessionKey, text) => loaded.desk.gateway?.(sessionKey, text) ?? false },
    takeNotices,
    close,
  };
}

type Found = { readonly manifest: { readonly provides: { readonly platforms: readonly string[] } } };

function brings({ manifest }: Found, platform: string): boolean {
  return manifest.provides.platforms.includes(platform);
}
