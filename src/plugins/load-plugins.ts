import { basename } from "node:path";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { consentBook, grantOf } from "./consents.ts";
import { reasonOf } from "./foreign.ts";
import { loadPlugin } from "./load-plugin.ts";
import { checkConfig } from "./manifest/check-config.ts";
import { choosePlugins, type ChoiceRules, type ChosenPlugin } from "./manifest/choose.ts";
import { discoverPlugins, type Discovery, type FoundPlugin, type PluginPlaces } from "./manifest/discover.ts";
import { pluginContext } from "./plugin-context.ts";
import { clearRegistration, emptyRegistration, type Registration } from "./registration.ts";
import type { ServiceDesk } from "./services.ts";
import type { Watch } from "./watch.ts";

export type PluginsRequest = {
  readonly places: PluginPlaces;
  readonly rules: ChoiceRules;
  readonly entries: Readonly<Record<string, unknown>>; // `plugins.entries`
  /** A variable or secret by its name, from wherever they are kept. */
  readonly secret: (name: string) => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  readonly signal: AbortSignal;
  readonly importModule: (url: string) => Promise<unknown>;
};

export type LoadedPlugins = {
  /** In the order of their hooks; those that failed are not among them. */
  readonly registrations: readonly Registration[];
  readonly chosen: readonly ChosenPlugin[];
  /** Enabled and not here, with the reason. */
  readonly failures: ReadonlyMap<string, string>;
  /** Whatever else is worth saying, one line each. */
  readonly warnings: readonly string[];
  readonly desk: ServiceDesk;
  /** Takes away all that a plugin registered. False: it is not loaded. */
  readonly drop: (id: string) => Promise<boolean>;
  readonly dispose: () => Promise<void>;
};

const cleaningMs = 5_000;

/** Loads what is enabled, one after another in the order of hooks. Whatever fails is left out, and said. */
export async function loadPlugins(request: PluginsRequest): Promise<LoadedPlugins> {
  const discovery = await discoverPlugins(request.places);
  const chosen = choosePlugins(discovery.found, request.rules);
  const desk: ServiceDesk = { current: null, gateway: null };
  const warnings = [...missingOnes(discovery, request.rules), ...brokenOnes(discovery, request.rules)];
  const failures = new Map(refusedOnes(chosen));
  const registrations: Registration[] = [];
  for (const { plugin, standing } of chosen) {
    if (standing.kind !== "loads") continue;
    const loaded = await register(plugin, desk, request);
    if (typeof loaded === "string") {
      failures.set(plugin.manifest.id, loaded);
      request.log("warning", "plugin.failed", { plugin: plugin.manifest.id, error: loaded });
      continue;
    }
    warnings.push(...loaded.warnings);
    registrations.push(loaded.registration);
  }
  const drop = async (id: string): Promise<boolean> => {
    const at = registrations.findIndex(({ plugin }) => plugin.manifest.id === id);
    const [gone] = at === -1 ? [] : registrations.splice(at, 1);
    if (gone !== undefined) await cleanUp(gone, request);
    return gone !== undefined;
  };
  return {
    registrations,
    chosen,
    failures,
    warnings,
    desk,
    drop,
    dispose: async () => {
      for (const { plugin } of registrations.toReversed()) await drop(plugin.manifest.id);
    },
  };
}

type Registered = { readonly registration: Registration; readonly warnings: readonly string[] };

/** What it registered, or why it is not loaded. */
async function register(plugin: FoundPlugin, desk: ServiceDesk, request: PluginsRequest): Promise<Registered | string> {
  const { manifest } = plugin;
  const { secret, entries, places, log } = request;
  const unset = manifest.requires_env.filter((name) => (secret(name) ?? "") === "");
  if (unset.length > 0) return say.missingVariables(unset);
  const config = checkConfig(manifest, entries[manifest.id]);
  if (config.kind === "problem") return config.problem;
  const { granted, open } = grantOf(plugin, consentBook(places.home).read());
  const registration = emptyRegistration(plugin, granted);
  const context = pluginContext({ ...request, registration, config: config.config, home: places.home, desk });
  const problem = await loadPlugin(plugin, context, request);
  registration.closed = true;
  if (problem !== null) {
    await cleanUp(registration, request);
    return problem;
  }
  log("info", "plugin.loaded", { plugin: manifest.id, version: manifest.version, source: plugin.source });
  return { registration, warnings: open.length === 0 ? [] : [say.openCapabilities(manifest.id, open)] };
}

async function cleanUp(registration: Registration, { clock, log, watch }: PluginsRequest): Promise<void> {
  const { id } = registration.plugin.manifest;
  for (const dispose of clearRegistration(registration)) {
    using deadline = clock.deadline(cleaningMs, new AbortController().signal);
    const late = new Promise<void>((stop) => {
      deadline.signal.addEventListener("abort", () => stop(), { once: true });
    });
    const work = async (): Promise<void> => watch.run(`plugin ${id}, onDispose`, dispose);
    const failed = (error: unknown): void =>
      log("warning", "plugin.dispose_failed", { plugin: id, error: reasonOf(error) });
    await Promise.race([work().catch(failed), late]);
  }
}

export function missingOnes({ found, broken }: Discovery, { enabled, disabled }: ChoiceRules): readonly string[] {
  const known = new Set([...found.map(({ manifest }) => manifest.id), ...broken.map(({ folder }) => basename(folder))]);
  return enabled.filter((id) => !known.has(id) && !disabled.includes(id)).map((id) => say.noSuch(id));
}

function refusedOnes(chosen: readonly ChosenPlugin[]): readonly (readonly [string, string])[] {
  const loaded = new Set(
    chosen.flatMap(({ plugin, standing }) => (standing.kind === "loads" ? [plugin.manifest.id] : [])),
  );
  return chosen.flatMap(({ plugin: { manifest }, standing }) =>
    standing.kind === "stays-out" && standing.asked && !loaded.has(manifest.id)
      ? [[manifest.id, standing.why] as const]
      : [],
  );
}

/** A repository nobody trusts is not even talked about. */
export function brokenOnes({ broken }: Discovery, rules: ChoiceRules): readonly string[] {
  return broken
    .filter(({ source }) => source !== "project" || rules.trustsProject)
    .map(({ folder, problem }) => say.brokenFolder(folder, problem));
}
