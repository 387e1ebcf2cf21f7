import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { Rng } from "../domain/clock.ts";
import { skillsPhrases as say } from "../text/phrases/skills.ts";
import { mayUse, verdictOf } from "./guard/finding.ts";
import { judgeFolder, readFolder } from "./guard/judge-folder.ts";
import { draftFolder } from "./manage/writable-skill.ts";
import { readSkill } from "./read-skill.ts";
import { diskProblem } from "./read-text.ts";
import { localRoot } from "./roots.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { skillFile, skillName } from "./skill.ts";

export type Installing =
  | { readonly kind: "installed"; readonly name: string; readonly folder: string }
  | { readonly kind: "problem"; readonly why: string };

/**
 * A skill from outside: what was judged is what is copied, and it appears whole or not at all. `force` is the person
 * who insists on something doubtful; what is dangerous stays out all the same.
 */
export async function installSkill(
  source: string,
  { library, rng, force }: { readonly library: SkillLibrary; readonly rng: Rng; readonly force: boolean },
): Promise<Installing> {
  const draft = draftFolder(library, rng);
  try {
    if (!existsSync(join(source, skillFile))) return problem(say.noSkillThere);
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !/[/\\]\.git$/.test(path) });
    const why = doubtsAbout(draft, library, force);
    if (why !== null) return problem(why);
    await library.yaml.load();
    const read = readSkill(draft, library.yaml);
    if (read.kind === "problem") return problem(say.badSkill(read.why));
    const { name } = read.meta;
    if (!skillName.test(name)) return problem(say.badName(skillFile, name));
    const folder = join(localRoot(library), name);
    if (existsSync(folder)) return problem(say.taken(folder));
    ensurePrivateFolder(localRoot(library));
    renameSync(draft, folder);
    library.changed();
    return { kind: "installed", name, folder };
  } catch (error) {
    return problem(diskProblem(error));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function doubtsAbout(folder: string, { scan }: SkillLibrary, force: boolean): string | null {
  const findings = judgeFolder(readFolder(folder), scan);
  const verdict = verdictOf(findings);
  if (mayUse("community", verdict, force)) return null;
  const why = findings.map(({ rule, file }) => `${rule} in ${file}`).join(", ");
  return verdict === "caution" ? say.cautious(why) : say.dangerous(why);
}

function problem(why: string): Installing {
  return { kind: "problem", why };
}
