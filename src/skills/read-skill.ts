import { basename, join } from "node:path";
import { splitFrontmatter } from "./frontmatter.ts";
import { readText } from "./read-text.ts";
import { metaOf } from "./skill-meta.ts";
import { skillFile, type SkillMeta } from "./skill.ts";
import type { YamlReader } from "./yaml-reader.ts";

/** Bytes. Agents write at most 100,000 characters; people may have been more generous. */
export const longestSkill = 1_048_576;

export type SkillRead =
  | { readonly kind: "skill"; readonly meta: SkillMeta; readonly body: string }
  | { readonly kind: "problem"; readonly why: string };

export function readSkill(folder: string, yaml: YamlReader): SkillRead {
  const file = readText(join(folder, skillFile), longestSkill);
  if (file.kind === "problem") return file;
  if (file.kind === "binary") return { kind: "problem", why: "it is not UTF-8 text" };
  const split = splitFrontmatter(file.text, yaml);
  return { kind: "skill", meta: metaOf(split, basename(folder)), body: split.body };
}
