import { join } from "node:path";
import { skillsPhrases as say } from "../text/phrases/skills.ts";
import { readRoot } from "./read-root.ts";
import type { SkillRoot } from "./roots.ts";
import { skillName } from "./skill.ts";
import { walkRoot } from "./walk-root.ts";
import { createYamlReader } from "./yaml-reader.ts";

/** For people: what cannot be read, and names that other programs will not take. Nothing is written. */
export async function inspectSkills(roots: readonly SkillRoot[]): Promise<readonly string[]> {
  const yaml = createYamlReader();
  await yaml.load();
  return roots.flatMap(({ path: root }) => {
    const walk = walkRoot(root);
    const { skills, problems } = readRoot(root, walk, yaml);
    const leftOut = [...walk.problems, ...problems].map(({ path, why }) => say.leftOut(path, why));
    const unfit = skills.filter(({ meta }) => !skillName.test(meta.name));
    return [...leftOut, ...unfit.map(({ path, meta }) => say.badName(join(root, path), meta.name))];
  });
}
