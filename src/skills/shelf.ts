import { createHash } from "node:crypto";
import type { Log } from "../domain/log.ts";
import { readRoot, skillsOf, type RootContents } from "./read-root.ts";
import type { SkillRoot } from "./roots.ts";
import type { Skill } from "./skill.ts";
import { readWithSnapshot } from "./snapshot.ts";
import { type Problem, type RootWalk, walkRoot } from "./walk-root.ts";
import type { YamlReader } from "./yaml-reader.ts";

/** Why a skill of a project may not be used, or null. */
export type Quarantine = (skill: Skill) => string | null;

type QuarantinedSkill = { readonly skill: Skill; readonly why: string };

/** Everything found at one look, tier by tier; names may occur more than once. */
export type Shelf = {
  readonly skills: readonly Skill[];
  readonly quarantined: readonly QuarantinedSkill[];
  /** What categories say about themselves; an earlier tier wins. */
  readonly categories: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
  /** Changes when a file of any root changes. */
  readonly fingerprint: string;
};

export type ShelfDeps = {
  readonly home: string;
  readonly roots: readonly SkillRoot[];
  readonly quarantine: Quarantine;
  readonly yaml: YamlReader;
  readonly log: Log;
};

type Found = RootContents & {
  readonly root: SkillRoot;
  readonly walk: RootWalk;
  readonly problems: readonly Problem[];
};

/** Looks at the disk now. */
export function readShelf(deps: ShelfDeps): Shelf {
  const { roots, quarantine } = deps;
  const found = roots.map((root) => readTier(root, deps));
  const all = found.flatMap(({ root, ...contents }) => skillsOf(root, contents));
  const judged = all.map((skill) => ({ skill, why: skill.tier === "project" ? quarantine(skill) : null }));
  const problems = found.flatMap((tier) => tier.problems);
  return {
    skills: judged.flatMap(({ skill, why }) => (why === null ? [skill] : [])),
    quarantined: judged.flatMap(({ skill, why }) => (why === null ? [] : [{ skill, why }])),
    categories: new Map(found.toReversed().flatMap(({ categories }) => Object.entries(categories))),
    problems,
    fingerprint: fingerprintOf(found, judged),
  };
}

function readTier(root: SkillRoot, deps: ShelfDeps): Found {
  if (root.tier === "local") return { root, ...readWithSnapshot(root.path, deps) };
  const walk = walkRoot(root.path);
  const { problems, ...contents } = readRoot(root.path, walk, deps.yaml);
  return { root, walk, ...contents, problems: [...walk.problems, ...problems] };
}

function fingerprintOf(found: readonly Found[], judged: readonly { readonly why: string | null }[]): string {
  const facts = [found.map(({ root, walk }) => [root, walk.files]), judged.map(({ why }) => why)];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}
