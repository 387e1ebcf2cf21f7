import { isAbsolute, join, resolve } from "node:path";
import type { SkillTier } from "./skill.ts";

export type SkillPlaces = {
  readonly home: string;
  readonly userHome: string;
  /** Inside the package; null where it is not shipped. */
  readonly bundled: string | null;
  /** The git checkout the session works in, or null. */
  readonly gitRoot: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders that enabled plugins brought, with the plugin's name. */
  readonly plugged?: readonly { readonly path: string; readonly plugin: string }[];
};

export type SkillRootSettings = {
  readonly external_dirs: readonly string[];
  readonly trusted_project_dirs: readonly string[];
  readonly project_discovery: boolean;
};

export type SkillRoot = {
  readonly tier: SkillTier;
  readonly path: string;
  /** Its skills belong together under this name, as in `name:skill`. */
  readonly category?: string;
};

/** Where skills are looked for, in the order of precedence. Missing folders are simply empty. */
export function skillRoots(places: SkillPlaces, settings: SkillRootSettings): readonly SkillRoot[] {
  const project = trustedProject(places, settings);
  const all: readonly SkillRoot[] = [
    ...(project === null ? [] : [".hermes", ".agents"].map((name) => at("project", join(project, name, "skills")))),
    at("local", localRoot(places)),
    ...settings.external_dirs.map((path) => at("external", expanded(path, places))),
    ...(places.bundled === null ? [] : [at("bundled", places.bundled)]),
    ...(places.plugged ?? []).map(({ path, plugin }) => ({ ...at("bundled", path), category: plugin })), // not writable
  ];
  return all.filter(({ path }, index) => all.findIndex((other) => other.path === path) === index);
}

export function localRoot({ home }: Pick<SkillPlaces, "home">): string {
  return join(home, "skills");
}

function at(tier: SkillTier, path: string): SkillRoot {
  return { tier, path };
}

/** What a repository brings along is read only when a person has named that repository. */
export function trustedProject(
  places: Omit<SkillPlaces, "bundled">,
  settings: Pick<SkillRootSettings, "trusted_project_dirs" | "project_discovery">,
): string | null {
  const { gitRoot, userHome } = places;
  if (gitRoot === null || !settings.project_discovery || resolve(gitRoot) === resolve(userHome)) return null;
  return settings.trusted_project_dirs.some((path) => expanded(path, places) === resolve(gitRoot)) ? gitRoot : null;
}

function expanded(path: string, { home, userHome, env }: Omit<SkillPlaces, "bundled">): string {
  const named = path.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => env[name] ?? whole);
  if (named === "~" || named.startsWith("~/")) return join(userHome, named.slice(1));
  return isAbsolute(named) ? resolve(named) : resolve(home, named);
}
