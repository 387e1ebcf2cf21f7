import type { Clock } from "../domain/clock.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { type Cleaned, clean } from "./clean.ts";
import { keepCorruptCopy } from "./corrupt-copy.ts";
import { environmentLayer } from "./environment-layer.ts";
import { configPath, type Home } from "./home.ts";
import { modernise } from "./legacy.ts";
import { type ConfigRead, readConfig } from "./read-config.ts";
import { assemble, defaults, type SectionName, sections, type Settings } from "./schema/settings.ts";
import type { Variables } from "./substitute.ts";
import { merge, type Tree, treeOf, valueAt } from "./tree.ts";
import { readOnce } from "./read-once.ts";

type Origin = "flag" | "file" | "environment" | "default";

export type LoadInput = {
  readonly home: Home;
  /** The environment as `openSecrets` sees it: `.env` over the process. */
  readonly variable: Variables;
  readonly clock: Clock;
  /** Values from the command line by dotted key. One that does not fit is refused, never replaced by a default. */
  readonly flags?: Tree;
  readonly ignoreUserConfig?: boolean;
  readonly strict?: boolean;
};

export type LoadedSettings = {
  readonly kind: "loaded";
  readonly settings: Settings;
  /** Sentences for the person; the surface prints them once. */
  readonly warnings: readonly string[];
  /** The effective values with unknown keys kept, which `settings` has no room for. */
  readonly tree: Tree;
  readonly origin: (key: string) => Origin;
  /** Keys whose value came out of a credential's variable, whatever their name. */
  readonly sensitive: ReadonlySet<string>;
};

export type LoadResult = LoadedSettings | { readonly kind: "refused"; readonly problems: readonly string[] };

/** Flag, then config.yaml, then environment, then default. Bad input costs a warning, never the run. */
export async function loadSettings(input: LoadInput): Promise<LoadResult> {
  const flags = cleanFlags(input.flags ?? {});
  if (flags.warnings.length > 0) return { kind: "refused", problems: flags.warnings };
  const loaded = await loadLayers(input, flags);
  if (input.strict === true && loaded.warnings.length > 0) {
    return { kind: "refused", problems: [say.strictRefusal, ...loaded.warnings] };
  }
  return loaded;
}

/** The same without flags and without a way to refuse: what the config commands look at. */
export function inspectSettings(input: Omit<LoadInput, "flags" | "strict">): Promise<LoadedSettings> {
  return loadLayers(input, empty);
}

const empty: Cleaned = { tree: {}, warnings: [], sensitive: [] };

async function loadLayers(input: LoadInput, flags: Cleaned): Promise<LoadedSettings> {
  const environment = environmentLayer(input.variable);
  const file = input.ignoreUserConfig === true ? empty : await fileLayer(input);
  const given = [derived(file.tree), environment.tree, file.tree, flags.tree].reduce(merge);
  const composed = compose(given);
  return {
    kind: "loaded",
    settings: composed.settings,
    warnings: [...environment.warnings, ...file.warnings, ...composed.warnings],
    tree: merge(composed.settings, given),
    origin: originIn([
      ["flag", flags.tree],
      ["file", file.tree],
      ["environment", environment.tree],
    ]),
    sensitive: new Set(file.sensitive),
  };
}

async function fileLayer({ home, variable, clock }: LoadInput): Promise<Cleaned> {
  const path = configPath(home);
  const read = await readConfig(path);
  if (read.kind === "absent") return empty;
  if (read.kind === "broken") return { ...empty, warnings: brokenWarnings(path, read, clock) };
  return clean(modernise(read.tree), variable);
}

function brokenWarnings(path: string, read: ConfigRead & { kind: "broken" }, clock: Clock): readonly string[] {
  const copied = read.bytes === null ? null : keepCorruptCopy(path, read.bytes, clock.now());
  const warning = say.brokenConfig(path, read.line, read.reason);
  return [copied === null ? warning : `${warning} ${copied}`];
}

function cleanFlags(flags: Tree): Cleaned {
  const tree = Object.entries(flags)
    .filter(([, value]) => value !== undefined)
    .reduce<Tree>((all, [key, value]) => merge(all, treeOf(key.split("."), value)), {});
  return clean(tree, () => undefined);
}

/** Who chose a TTL does not want it changed behind his back. */
function derived(file: Tree): Tree {
  const chosen = valueAt(file, ["prompt_caching", "cache_ttl"]) !== undefined;
  return chosen ? { prompt_caching: { adaptive_ttl: "off" } } : {};
}

/** Only the sections somebody set are checked: the defaults are known to be good. */
function compose(given: Tree): { readonly settings: Settings; readonly warnings: readonly string[] } {
  if (Object.keys(given).length === 0) return { settings: defaults, warnings: [] };
  const merged = merge(defaults, given);
  const warnings: string[] = [];
  const settings = assemble((name) => {
    if (!Object.hasOwn(given, name)) return null;
    const parsed = readOnce(sections[name].schema(), merged[name]);
    if (parsed.success) return parsed.data;
    warnings.push(sectionDropped(name));
    return null;
  });
  return { settings, warnings };
}

function sectionDropped(name: SectionName): string {
  return say.droppedValue(name, "not usable as a whole", "see hermes config schema");
}

function originIn(layers: readonly (readonly [Origin, Tree])[]): (key: string) => Origin {
  return (key) => layers.find(([, tree]) => valueAt(tree, key.split(".")) !== undefined)?.[0] ?? "default";
}
