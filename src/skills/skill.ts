import { z } from "zod";

/** In this order of precedence: a name in an earlier tier hides the same name in a later one. */
export const tiers = ["project", "local", "external", "bundled"] as const;
export type SkillTier = (typeof tiers)[number];

const words = z.array(z.string()).readonly();
const ConditionSchema = z.object({ tools: words, toolsets: words });
const ConfigFieldSchema = z.object({
  key: z.string(),
  description: z.string(),
  default: z.unknown().optional(),
});
const VariableSchema = z.object({ name: z.string(), help: z.string(), optional: z.boolean() });

/** What the head of a SKILL.md says, in one shape whoever wrote it. Plain data: it is kept in the snapshot. */
export const SkillMetaSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** macos, linux, windows; none listed means all. */
  platforms: words,
  tags: words,
  relatedSkills: words,
  requires: ConditionSchema,
  fallbackFor: ConditionSchema,
  config: z.array(ConfigFieldSchema).readonly(),
  variables: z.array(VariableSchema).readonly(),
  /** Relative to the home. */
  credentialFiles: words,
  pinned: z.boolean(),
});
export type SkillMeta = z.infer<typeof SkillMetaSchema>;

/** A folder with a SKILL.md, found in one of the roots. */
export type Skill = {
  readonly tier: SkillTier;
  /** The folder the search started from. */
  readonly root: string;
  readonly folder: string;
  readonly directoryName: string;
  /** The folders between root and skill, or `general`. */
  readonly category: string;
  readonly meta: SkillMeta;
};

export const skillFile = "SKILL.md";
export const supportFolders = ["references", "templates", "scripts", "assets"] as const;

/** For names that are made here; one found on disk may break it and still loads. */
export const skillName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Sorting never asks a locale: two machines show the same list. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)); // UTF-8 keeps the order of code points
}
