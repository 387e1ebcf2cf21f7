import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Rng } from "../../domain/clock.ts";
import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import { answersTo } from "../find-skill.ts";
import { verdictOf, mayUse } from "../guard/finding.ts";
import { judgeFolder, readFolder } from "../guard/judge-folder.ts";
import { pathInside } from "../linked-files.ts";
import { longestSkill } from "../read-skill.ts";
import { diskProblem, readText } from "../read-text.ts";
import { localRoot } from "../roots.ts";
import type { SkillLibrary } from "../skill-library.ts";
import { skillFile, type Skill } from "../skill.ts";
import { changeFile, type FolderCheck } from "./change-file.ts";
import {
  categoryProblem,
  fileTextProblem,
  nameProblem,
  skillTextProblem,
  supportPathProblem,
} from "./check-content.ts";
import type { ManageCall } from "./manage-call.ts";
import { removalProblem, removeSkill } from "./remove-skill.ts";
import { replaceText } from "./replace-text.ts";
import { copyOf, makeWritable } from "./writable-skill.ts";

export type ManageDeps = {
  readonly library: SkillLibrary;
  readonly rng: Rng;
  /** `skills.guard_agent_created`: what the agent writes is judged like what comes from outside. */
  readonly guard: boolean;
};

/** What a call would change; made before anything is written, so that a refused call leaves no trace. */
export type ManagePlan =
  | { readonly kind: "problem"; readonly message: string; readonly details?: Readonly<Record<string, unknown>> }
  | { readonly kind: "create"; readonly folder: string; readonly text: string }
  | { readonly kind: "change"; readonly skill: Skill; readonly path: string; readonly text: string | null }
  | { readonly kind: "delete"; readonly skill: Skill };

export function planManage(call: ManageCall, library: SkillLibrary): ManagePlan {
  if (call.action === "create") return planCreate(call, library);
  const search = library.find(call.name);
  if (search.kind === "problem") return search;
  return unwritable(search.skill, call, library) ?? planChange(search.skill, call, library);
}

export function carryOut(plan: ManagePlan, { library, rng, guard }: ManageDeps): ToolOutcome {
  const check = guard ? folderCheck(library) : () => null;
  try {
    switch (plan.kind) {
      case "problem":
        return fail(plan.message, plan.details);
      case "create": {
        const why = changeFileIn(plan.folder, skillFile, plan.text, check);
        if (why !== null) rmSync(plan.folder, { recursive: true, force: true });
        return written(plan.folder, plan.folder, why, library);
      }
      case "change": {
        const { folder, undo } = makeWritable(plan.skill, library, rng);
        const why = changeFileIn(folder, plan.path, plan.text, check);
        if (why !== null) undo();
        return written(folder, join(folder, plan.path), why, library);
      }
      case "delete":
        removeSkill(plan.skill, library, rng);
        return written(plan.skill.folder, plan.skill.folder, null, library);
    }
  } catch (error) {
    return fail(`The skill could not be written: ${diskProblem(error)}.`);
  }
}

function planCreate(call: Extract<ManageCall, { action: "create" }>, library: SkillLibrary): ManagePlan {
  const { name, category, content } = call;
  const why =
    nameProblem(name) ??
    categoryProblem(category) ??
    skillTextProblem(content, { name, isNew: true, declared: [], yaml: library.yaml });
  if (why !== null) return problem(why);
  const { skills, quarantined } = library.shelf();
  const known = [...skills, ...quarantined.map(({ skill }) => skill)].find((skill) => answersTo(skill, name));
  if (known !== undefined) return problem(`There is a skill ${name} already: ${known.folder}. Patch it instead.`);
  const folder = join(localRoot(library), category ?? "", name);
  return existsSync(folder) ? problem(`${folder} exists already.`) : { kind: "create", folder, text: content };
}

/** A tier that takes no changes, or no place for the copy of a shipped skill. */
function unwritable(skill: Skill, { action, name }: ManageCall, library: SkillLibrary): ManagePlan | null {
  if (skill.tier === "project") return problem(`${name} belongs to the project; its files are changed there.`);
  if (skill.tier !== "bundled" || action === "delete") return null;
  const copy = copyOf(skill, library);
  return existsSync(copy) ? problem(`${copy} is in the way of a copy to change.`) : null;
}

type Change = Exclude<ManageCall, { action: "create" }>;

function planChange(skill: Skill, call: Change, library: SkillLibrary): ManagePlan {
  switch (call.action) {
    case "edit":
      return plannedText({ skill, path: skillFile, text: call.content }, library);
    case "patch":
      return planPatch(skill, call, library);
    case "write_file":
      return plannedText({ skill, path: call.path, text: call.content }, library);
    case "remove_file":
      return planRemoveFile(skill, call.path);
    case "delete": {
      const why = removalProblem(skill, call.absorbedInto, library);
      return why === null ? { kind: "delete", skill } : problem(why);
    }
  }
}

function planPatch(skill: Skill, call: Extract<ManageCall, { action: "patch" }>, library: SkillLibrary): ManagePlan {
  const path = call.path ?? skillFile;
  const full = pathInside(skill.folder, path);
  if (full === null) return problem(`${path} is not inside the skill.`);
  const read = readText(full, longestSkill);
  if (read.kind !== "text")
    return problem(`${path} cannot be patched: ${read.kind === "binary" ? "it is no text" : read.why}.`);
  const result = replaceText(read.text, call.old, call.replacement, call.all);
  return result.kind === "problem" ? problem(result.message) : plannedText({ skill, path, text: result.text }, library);
}

type NewText = { readonly skill: Skill; readonly path: string; readonly text: string };

function plannedText({ skill, path, text }: NewText, library: SkillLibrary): ManagePlan {
  const why =
    escapeProblem(skill, path) ??
    (path === skillFile
      ? skillTextProblem(text, { name: skill.meta.name, isNew: false, declared: declaredBy(skill), yaml: library.yaml })
      : (supportPathProblem(path) ?? fileTextProblem(text)));
  return why === null ? { kind: "change", skill, path, text } : problem(why);
}

function declaredBy({ meta }: Skill): readonly string[] {
  return meta.variables.map(({ name }) => name);
}

function planRemoveFile(skill: Skill, path: string): ManagePlan {
  const why = supportPathProblem(path) ?? escapeProblem(skill, path);
  if (why !== null) return problem(why);
  if (!existsSync(join(skill.folder, path))) return problem(`The skill has no file ${path}.`);
  return { kind: "change", skill, path, text: null };
}

function escapeProblem(skill: Skill, path: string): string | null {
  return pathInside(skill.folder, path) === null ? `${path} leads out of the skill.` : null;
}

function changeFileIn(folder: string, path: string, text: string | null, check: FolderCheck): string | null {
  return changeFile({ folder, path: join(folder, path), text }, check);
}

function folderCheck({ scan }: SkillLibrary): FolderCheck {
  return (folder) => {
    try {
      const findings = judgeFolder(readFolder(folder), scan);
      if (mayUse("agent-created", verdictOf(findings))) return null;
      return findings.map(({ rule, file }) => `${rule} in ${file}`).join(", ");
    } catch (error) {
      return `nothing, for it failed itself (${diskProblem(error)})`;
    }
  };
}

function written(folder: string, path: string, blocked: string | null, library: SkillLibrary): ToolOutcome {
  library.changed();
  if (blocked !== null) return fail(`Not kept, the check found: ${blocked}.`, { path: folder });
  return ok({ success: true, path, message: "Done. The list in this conversation's prompt stays as it was." });
}

function problem(message: string): ManagePlan {
  return { kind: "problem", message };
}
