import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { firstChars } from "../text/code-points.ts";
import { splitFrontmatter } from "./frontmatter.ts";
import { readSkill } from "./read-skill.ts";
import { readText } from "./read-text.ts";
import type { SkillRoot } from "./roots.ts";
import { type Skill, SkillMetaSchema, skillFile } from "./skill.ts";
import { categoryFile, type Problem, type RootWalk } from "./walk-root.ts";
import type { YamlReader } from "./yaml-reader.ts";

/** Plain data, so that a snapshot can hold it. Paths are relative to the root. */
export const RootContentsSchema = z.object({
  skills: z.array(z.object({ path: z.string(), meta: SkillMetaSchema })).readonly(),
  categories: z.record(z.string(), z.string()),
});
export type RootContents = Readonly<z.infer<typeof RootContentsSchema>>;

const longestDescription = 65_536; // bytes of a DESCRIPTION.md
const longestShown = 1_024;

/** Opens every file the walk found. A bad one is named and left out. */
export function readRoot(
  root: string,
  { files }: RootWalk,
  yaml: YamlReader,
): RootContents & { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const skills = files.flatMap(({ path }) => {
    if (basename(path) !== skillFile) return [];
    const read = readSkill(join(root, dirname(path)), yaml);
    if (read.kind === "skill") return [{ path: dirname(path), meta: read.meta }];
    problems.push({ path: join(root, path), why: read.why });
    return [];
  });
  const categories = files.flatMap(({ path }) => {
    if (basename(path) !== categoryFile) return [];
    const read = readText(join(root, path), longestDescription);
    const description = read.kind === "text" ? splitFrontmatter(read.text, yaml).head["description"] : undefined;
    return typeof description === "string" ? [[dirname(path), firstChars(description, longestShown)] as const] : [];
  });
  return { skills, categories: Object.fromEntries(categories), problems };
}

export function skillsOf({ path: root, tier, category: own }: SkillRoot, { skills }: RootContents): readonly Skill[] {
  return skills.map(({ path, meta }) => {
    const folder = join(root, path);
    const parent = dirname(path);
    const category = own ?? (parent === "." ? "general" : parent);
    return { tier, root, folder, directoryName: basename(folder), category, meta };
  });
}
