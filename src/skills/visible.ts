import { byCodePoint, tiers, type Skill } from "./skill.ts";
import type { Shelf } from "./shelf.ts";

/** What decides whether a skill is offered. */
export type SkillFilter = {
  /** macos, linux, windows, or another system's own name. */
  readonly os: string;
  readonly disabled: ReadonlySet<string>;
  /** What the session can do; null: nothing is known, so nothing is hidden for it. */
  readonly abilities: Abilities | null;
};

type Abilities = { readonly tools: ReadonlySet<string>; readonly toolsets: ReadonlySet<string> };

/** The skills to offer: not hidden by a tier above, by the person, by the system or by the tools at hand. */
export function visibleSkills({ skills }: Pick<Shelf, "skills">, filter: SkillFilter): readonly Skill[] {
  const highest = new Map<string, number>();
  for (const { meta, tier } of skills) {
    highest.set(meta.name, Math.min(highest.get(meta.name) ?? Infinity, tiers.indexOf(tier)));
  }
  return skills
    .filter((skill) => tiers.indexOf(skill.tier) === highest.get(skill.meta.name))
    .filter((skill) => runsOn(skill, filter.os) && !filter.disabled.has(skill.meta.name))
    .filter((skill) => isActive(skill, filter.abilities))
    .toSorted((a, b) => byCodePoint(a.category, b.category) || byCodePoint(a.meta.name, b.meta.name));
}

export function runsOn({ meta }: Skill, os: string): boolean {
  return meta.platforms.length === 0 || meta.platforms.includes(os);
}

function isActive({ meta }: Skill, abilities: Abilities | null): boolean {
  if (abilities === null) return true;
  const { tools, toolsets } = abilities;
  const { requires, fallbackFor } = meta;
  const hasAll =
    requires.tools.every((name) => tools.has(name)) && requires.toolsets.every((name) => toolsets.has(name));
  const hasBetter =
    fallbackFor.tools.some((name) => tools.has(name)) || fallbackFor.toolsets.some((name) => toolsets.has(name));
  return hasAll && !hasBetter;
}

/** How SKILL.md files name a system. Termux calls itself android and is a Linux. */
export function systemName(platform: string): string {
  return { darwin: "macos", win32: "windows", android: "linux" }[platform] ?? platform;
}

/** What the person switched off, everywhere and on this surface. */
export function disabledSkills(
  settings: {
    readonly disabled: readonly string[];
    readonly platform_disabled: Readonly<Record<string, readonly string[]>>;
  },
  surface: string,
): ReadonlySet<string> {
  const { disabled, platform_disabled: here } = settings;
  return new Set([...disabled, ...(Object.hasOwn(here, surface) ? (here[surface] ?? []) : [])]);
}
