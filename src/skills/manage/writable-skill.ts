import { cpSync, renameSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { Rng } from "../../domain/clock.ts";
import { localRoot } from "../roots.ts";
import type { SkillLibrary } from "../skill-library.ts";
import type { Skill } from "../skill.ts";

export type WritableSkill = {
  readonly folder: string;
  /** Takes back what making it writable did. */
  readonly undo: () => void;
};

/**
 * Where changes to a skill go: its own folder, or for a shipped one a copy in the home that hides it from now on.
 * The copy appears whole or not at all.
 */
export function makeWritable(skill: Skill, library: SkillLibrary, rng: Rng): WritableSkill {
  if (skill.tier !== "bundled") return { folder: skill.folder, undo: () => undefined };
  const folder = copyOf(skill, library);
  const draft = draftFolder(library, rng);
  try {
    cpSync(skill.folder, draft, { recursive: true });
    ensurePrivateFolder(dirname(folder));
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return { folder, undo: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Where the copy of a shipped skill goes. */
export function copyOf(skill: Skill, library: SkillLibrary): string {
  return join(localRoot(library), relative(skill.root, skill.folder));
}

/** A name below a folder that is never searched for skills. */
export function draftFolder(library: SkillLibrary, rng: Rng): string {
  const archive = join(localRoot(library), ".archive");
  ensurePrivateFolder(archive);
  return join(archive, rng.hex(12));
}
