import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { FoundPlugin } from "./discover.ts";
import type { Manifest } from "./manifest.ts";

export type ChoiceRules = {
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
  /** The person named this repository, or the variable is set. */
  readonly trustsProject: boolean;
  /** `context.engine` and `memory.provider`: plugins of these kinds are loaded for their job or not at all. */
  readonly engine: string;
  readonly memoryProvider: string;
};

type Standing =
  | { readonly kind: "loads" }
  | { readonly kind: "stays-out"; readonly why: string; readonly asked: boolean }; // asked: its id is enabled

export type ChosenPlugin = { readonly plugin: FoundPlugin; readonly standing: Standing };

/** What becomes of each plugin that was found. An installed plugin does nothing until it is named. */
export function choosePlugins(found: readonly FoundPlugin[], rules: ChoiceRules): readonly ChosenPlugin[] {
  return found.map((plugin) => ({ plugin, standing: standingOf(plugin, found, rules) }));
}

export function loadingOnes(chosen: readonly ChosenPlugin[]): readonly FoundPlugin[] {
  return chosen.flatMap(({ plugin, standing }) => (standing.kind === "loads" ? [plugin] : []));
}

function standingOf(plugin: FoundPlugin, all: readonly FoundPlugin[], rules: ChoiceRules): Standing {
  const { id } = plugin.manifest;
  const asked = rules.enabled.includes(id);
  const out = (why: string): Standing => ({ kind: "stays-out", why, asked });
  if (rules.disabled.includes(id)) return out(say.isDisabled);
  if (!asked) return out(say.notEnabled);
  if (plugin.source === "project" && !rules.trustsProject) return out(say.projectUntrusted);
  const rivals = all.filter((other) => other.manifest.id === id && (other.source !== "project" || rules.trustsProject));
  const winner = rivals.toSorted((a, b) => rank(a) - rank(b))[0];
  if (winner !== undefined && winner !== plugin) return out(say.shadowed(winner.folder));
  return jobOf(plugin.manifest, rules) ?? { kind: "loads" };
}

/** The user's own beat what came with the package, but memory must not be redirected by a folder dropped in. */
function rank({ source, manifest }: FoundPlugin): number {
  const order =
    manifest.kind === "memory" ? ["bundled", "user", "npm", "project"] : ["user", "npm", "project", "bundled"];
  return order.indexOf(source);
}

function jobOf({ id, kind }: Manifest, { engine, memoryProvider }: ChoiceRules): Standing | null {
  if (kind === "context-engine" && engine !== id) return { kind: "stays-out", why: say.notTheEngine, asked: false };
  if (kind === "memory" && memoryProvider !== id) return { kind: "stays-out", why: say.notTheMemory, asked: false };
  return null;
}
