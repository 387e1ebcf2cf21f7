import type { Skill } from "./skill.ts";

const mostAtOnce = 5;

/** The word after the slash: lower-case letters, digits and single hyphens. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_]/g, "-")
    .replaceAll(/[^a-z0-9-]/g, "")
    .replaceAll(/-{2,}/g, "-")
    .replaceAll(/^-|-$/g, "");
}

export type SlashTable = {
  readonly commands: ReadonlyMap<string, Skill>;
  /** Skills without a command of their own, because another has it. */
  readonly skipped: readonly Skill[];
};

/** Built-in commands win over skills, and an earlier skill over a later one. */
export function slashTable(skills: readonly Skill[], builtIn: ReadonlySet<string>): SlashTable {
  const commands = new Map<string, Skill>();
  const skipped: Skill[] = [];
  for (const skill of skills) {
    const slug = slugOf(skill.meta.name);
    if (slug === "" || builtIn.has(slug) || commands.has(slug)) skipped.push(skill);
    else commands.set(slug, skill);
  }
  return { commands, skipped };
}

export type SlashCall = { readonly skills: readonly Skill[]; readonly instruction: string };

/** The leading `/skill` words, at most five, and the rest; null when the text does not begin with one. */
export function readSlashCall(text: string, { commands }: SlashTable): SlashCall | null {
  const skills: Skill[] = [];
  let rest = text.trim();
  while (skills.length < mostAtOnce) {
    const [word = "", named = ""] = /^\/(\S+)/.exec(rest) ?? [];
    const skill = commands.get(named.toLowerCase().replaceAll("_", "-"));
    if (skill === undefined) break; // such as a path, which belongs to the instruction
    skills.push(skill);
    rest = rest.slice(word.length).trimStart();
  }
  return skills.length === 0 ? null : { skills: [...new Set(skills)], instruction: rest };
}
