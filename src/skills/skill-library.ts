import { createHash } from "node:crypto";
import type { InjectionScan } from "../domain/injection-scan.ts";
import { findSkill, type SkillSearch } from "./find-skill.ts";
import { skillIndexText } from "./index-text.ts";
import type { IndexCache } from "./index-cache.ts";
import type { Preprocessing } from "./preprocess.ts";
import { readShelf, type Shelf, type ShelfDeps } from "./shelf.ts";
import type { Skill } from "./skill.ts";
import { forgetSnapshot } from "./snapshot.ts";
import { visibleSkills, type SkillFilter } from "./visible.ts";
import type { YamlReader } from "./yaml-reader.ts";

export type SkillLibraryDeps = ShelfDeps & {
  readonly userHome: string;
  readonly scan: InjectionScan;
  /** Asked each time: the tools of a session are settled after its skills. */
  readonly filter: () => SkillFilter;
  readonly preprocessing: Preprocessing;
  /** Values for skills, `skills.config`. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A loaded skill declares these variables: commands may see them from now on. */
  readonly handOn: (names: readonly string[]) => void;
  readonly indexes: IndexCache;
};

/** A session's skills. Each call looks at the disk: what changed meanwhile is seen. */
export type SkillLibrary = Pick<
  SkillLibraryDeps,
  "home" | "userHome" | "roots" | "scan" | "preprocessing" | "config" | "env" | "handOn" | "yaml" | "log"
> & {
  /** Once before anything else: what is on the shelf decides what has to be loaded to read it. */
  readonly ready: () => Promise<void>;
  readonly shelf: () => Shelf;
  readonly visible: () => readonly Skill[];
  readonly find: (name: string) => SkillSearch;
  /** The index for the prompt, or null when there is nothing to offer. */
  readonly indexText: () => string | null;
  /** Files were changed just now: nothing kept about them counts any more. */
  readonly changed: () => void;
};

export function createSkillLibrary(deps: SkillLibraryDeps): SkillLibrary {
  const { home, userHome, roots, scan, preprocessing, config, env, handOn, yaml, log, filter, indexes } = deps;
  const told = new Set<string>();
  let first: Shelf | null = null; // as `ready` found it, for the prompt that is made right after
  const shelf = (): Shelf => {
    const found = readShelf(deps);
    for (const { path, why } of found.problems) {
      if (!told.has(path + why)) log("warning", "skills.left_out", { path, why });
      told.add(path + why);
    }
    return found;
  };
  return {
    home,
    userHome,
    roots,
    scan,
    preprocessing,
    config,
    env,
    handOn,
    yaml,
    log,
    ready: async () => {
      first = shelf();
      if (!yaml.wasMissed()) return;
      first = null; // what could not be read can be now
      await yaml.load();
    },
    shelf,
    visible: () => visibleSkills(shelf(), filter()),
    find: (name) => findSkill(name, shelf(), filter()),
    indexText: () => {
      const found = first ?? shelf();
      first = null;
      return indexes.get(keyOf(found, filter(), yaml), () =>
        skillIndexText(visibleSkills(found, filter()), found.categories, scan),
      );
    },
    changed: () => {
      first = null;
      indexes.clear();
      forgetSnapshot(home);
    },
  };
}

/** Everything the index depends on: the files of all roots and what filters them. */
function keyOf({ fingerprint }: Shelf, { os, disabled, abilities }: SkillFilter, yaml: YamlReader): string {
  const able = abilities === null ? null : [[...abilities.tools].toSorted(), [...abilities.toolsets].toSorted()];
  const facts = [fingerprint, yaml.wasMissed(), os, [...disabled].toSorted(), able];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
