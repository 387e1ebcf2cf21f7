import { nearest } from "../text/nearest.ts";
import type { Shelf } from "./shelf.ts";
import { byCodePoint, tiers, type Skill } from "./skill.ts";
import { runsOn, visibleSkills, type SkillFilter } from "./visible.ts";

export type SkillSearch =
  | { readonly kind: "found"; readonly skill: Skill }
  | { readonly kind: "problem"; readonly message: string; readonly details?: Readonly<Record<string, unknown>> };

const mostNames = 20;

/** By directory name, frontmatter name, `category/name` or `category:name`. The first tier that has it decides. */
export function findSkill(name: string, shelf: Shelf, filter: SkillFilter): SkillSearch {
  if (leavesTheShelf(name)) return problem(`${JSON.stringify(name)} is not the name of a skill. Nothing was read.`);
  const answering = shelf.skills.filter((skill) => answersTo(skill, name));
  const tier = tiers.find((each) => answering.some((skill) => skill.tier === each));
  const [skill, ...others] = answering.filter((each) => each.tier === tier);
  if (skill === undefined) return missing(name, shelf, filter);
  if (others.length > 0) {
    const paths = [skill, ...others].map(({ folder }) => folder);
    return problem(`Several skills are called ${name}; say category/name.`, { paths });
  }
  if (filter.disabled.has(skill.meta.name)) return problem(`The user has disabled the skill ${skill.meta.name}.`);
  if (!runsOn(skill, filter.os)) {
    return problem(
      `The skill ${skill.meta.name} is not supported on ${filter.os}: ${skill.meta.platforms.join(", ")} only.`,
    );
  }
  return { kind: "found", skill };
}

export function answersTo({ directoryName, category, meta }: Skill, name: string): boolean {
  return [directoryName, meta.name].some(
    (own) => name === own || name === `${category}/${own}` || name === `${category}:${own}`,
  );
}

function leavesTheShelf(name: string): boolean {
  return /^(?:[/\\~]|[A-Za-z]:[/\\])|(?:^|[/\\:])\.\.(?:[/\\]|$)|[\\\0]/.test(name) || name.trim() === "";
}

function missing(name: string, shelf: Shelf, filter: SkillFilter): SkillSearch {
  const held = shelf.quarantined.find(({ skill }) => answersTo(skill, name));
  if (held !== undefined) {
    return problem(`The project's skill ${name} is quarantined: ${held.why}. Only the user can change that.`);
  }
  const broken = shelf.problems.find(({ path }) => path.split(/[/\\]/).at(-2) === name);
  if (broken !== undefined) return problem(`The skill ${name} cannot be read: ${broken.why} (${broken.path}).`);
  const names = visibleSkills(shelf, { ...filter, abilities: null }).map(({ meta }) => meta.name);
  const known = [...new Set(names)].toSorted(byCodePoint);
  const guess = nearest(name, known);
  const hint = guess === null ? "" : ` Did you mean ${guess}?`;
  return problem(`There is no skill ${JSON.stringify(name)}.${hint}`, { available: known.slice(0, mostNames) });
}

function problem(message: string, details?: Readonly<Record<string, unknown>>): SkillSearch {
  return { kind: "problem", message, ...(details === undefined ? {} : { details }) };
}
