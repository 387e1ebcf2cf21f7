import { lstatSync, readdirSync, realpathSync, renameSync, rmSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Rng } from "../../domain/clock.ts";
import { answersTo } from "../find-skill.ts";
import { isInside } from "../guard/folder-files.ts";
import type { SkillLibrary } from "../skill-library.ts";
import type { Skill } from "../skill.ts";
import { draftFolder } from "./writable-skill.ts";

/** Why this skill stays, or null. */
export function removalProblem(skill: Skill, absorbedInto: string | null, library: SkillLibrary): string | null {
  const { meta, tier, folder, root } = skill;
  if (tier === "bundled") return `${meta.name} is shipped with the program. It can be disabled in skills.disabled.`;
  if (meta.pinned) return `${meta.name} is pinned: only the user removes it.`;
  if (folder === root || lstatSync(folder).isSymbolicLink()) return `${folder} is a root or a link and stays.`;
  if (!isInside(realpathSync(folder), realpathSync(root))) return `${folder} leads out of ${root} and stays.`;
  if (absorbedInto === null) return null;
  const heirs = library.shelf().skills.filter((other) => answersTo(other, absorbedInto));
  return heirs.some((heir) => heir.folder !== folder) ? null : `There is no other skill ${absorbedInto}.`;
}

/** Out of sight in one step, then off the disk; a category that is empty now goes too. */
export function removeSkill({ folder, root }: Skill, library: SkillLibrary, rng: Rng): void {
  const grave = draftFolder(library, rng);
  if (!moved(folder, grave)) rmSync(folder, { recursive: true });
  rmSync(grave, { recursive: true, force: true });
  for (let at = dirname(folder); at !== root && isInside(at, root) && readdirSync(at).length === 0; at = dirname(at)) {
    rmdirSync(at);
  }
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false; // on another disk: removed where it stands
  }
}
