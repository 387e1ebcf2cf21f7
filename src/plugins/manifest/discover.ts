import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "./manifest.ts";
import { readPluginFolder } from "./read-folder.ts";

type PluginSource = "bundled" | "user" | "npm" | "project";

/** A plugin as its manifest describes it. Nothing of it has run. */
export type FoundPlugin = { readonly source: PluginSource; readonly folder: string; readonly manifest: Manifest };

/** A folder that wants to be one and is not. */
type BrokenPlugin = { readonly source: PluginSource; readonly folder: string; readonly problem: string };

export type Discovery = { readonly found: readonly FoundPlugin[]; readonly broken: readonly BrokenPlugin[] };

export type PluginPlaces = {
  /** Inside the package; null where it ships none. */
  readonly bundled: string | null;
  readonly home: string;
  /** The git checkout the session works in, or null. */
  readonly gitRoot: string | null;
};

const engineFolder = "context_engine"; // engines may stand apart
const notPlugins = new Set(["node_modules", engineFolder]);

/** Everything that is there, in the order in which hooks run: by source, then by id. Reads manifests only. */
export async function discoverPlugins(places: PluginPlaces): Promise<Discovery> {
  const folders = foldersOf(places);
  const read = await Promise.all(
    folders.map(async ({ source, folder }) => ({ source, folder, reading: await readPluginFolder(folder) })),
  );
  const found = read.flatMap(({ source, folder, reading }) =>
    reading?.kind === "manifest" ? [{ source, folder, manifest: reading.manifest }] : [],
  );
  const broken = read.flatMap(({ source, folder, reading }) =>
    reading?.kind === "problem" ? [{ source, folder, problem: reading.problem }] : [],
  );
  return { found: inOrder(found), broken };
}

const sourceOrder: readonly PluginSource[] = ["bundled", "user", "npm", "project"];

function inOrder(found: readonly FoundPlugin[]): readonly FoundPlugin[] {
  return found.toSorted(
    (a, b) => sourceOrder.indexOf(a.source) - sourceOrder.indexOf(b.source) || (a.manifest.id < b.manifest.id ? -1 : 1),
  );
}

type Place = { readonly source: PluginSource; readonly folder: string };

function foldersOf({ bundled, home, gitRoot }: PluginPlaces): readonly Place[] {
  const user = join(home, "plugins");
  const project = gitRoot === null ? null : join(gitRoot, ".hermes", "plugins");
  return [
    ...(bundled === null ? [] : withEngines(bundled).map((folder): Place => ({ source: "bundled", folder }))),
    ...withEngines(user).map((folder): Place => ({ source: "user", folder })),
    ...packagesIn(join(user, "node_modules")).map((folder): Place => ({ source: "npm", folder })),
    ...(project === null ? [] : foldersIn(project).map((folder): Place => ({ source: "project", folder }))),
  ];
}

function withEngines(root: string): readonly string[] {
  return [...foldersIn(root), ...foldersIn(join(root, engineFolder))];
}

function packagesIn(root: string): readonly string[] {
  return foldersIn(root).flatMap((folder) => (/[/\\]@[^/\\]+$/.test(folder) ? foldersIn(folder) : [folder]));
}

/** Links are followed: a plugin under work may stand elsewhere. A folder that is not there is empty. */
function foldersIn(root: string): readonly string[] {
  return namesIn(root)
    .filter((name) => !name.startsWith(".") && !notPlugins.has(name))
    .map((name) => join(root, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}

function namesIn(root: string): readonly string[] {
  try {
    return readdirSync(root).toSorted();
  } catch {
    return []; // missing, or not ours to read: either way there is nothing to offer
  }
}
