import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CommandCall } from "../commands/command.ts";
import { skillRuns, type SkillRuns, type SkillsWorld, type SkillView } from "../commands/skills/skill-runs.ts";
import { setInConfig } from "../config/edit.ts";
import { configPath } from "../config/home.ts";
import { createPendingWrites } from "../disk/pending-writes.ts";
import { noLog } from "../domain/log.ts";
import { installSkill } from "../skills/install-skill.ts";
import { ordinaryFiles } from "../skills/linked-files.ts";
import type { ManagePlan } from "../skills/manage/perform.ts";
import { removalProblem, removeSkill } from "../skills/manage/remove-skill.ts";
import { createStagedSkills, planStaged } from "../skills/manage/staged-skills.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import { skillFile, type Skill } from "../skills/skill.ts";
import { skillsPhrases as say } from "../text/phrases/skills.ts";
import { unifiedDiff } from "../text/unified-diff.ts";
import { buildSkills } from "./build-skills.ts";
import { fetchRepository } from "./fetch-repository.ts";
import { openSettings, type OpenSettings, type Refusal } from "./open-settings.ts";
import { emptyProcessMemory } from "./process-memory.ts";

export function skillsCommandRuns(): SkillRuns {
  return skillRuns(openSkills);
}

async function openSkills(call: CommandCall): Promise<SkillsWorld | Refusal> {
  const { context } = call;
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const { settings, home } = opened;
  const { library } = buildSkills({
    ...opened,
    ...emptyProcessMemory().skills,
    log: noLog,
    context,
    workspace: context.cwd,
    surface: "cli",
    handOn: () => undefined,
  });
  await library.ready();
  const manage = { library, rng: context.rng, guard: settings.skills.guard_agent_created };
  const pending = createPendingWrites(home.path, "skills", context);
  return {
    kind: "skills",
    ...onTheShelf(library, settings.skills.disabled),
    switchTo: (name, on) => switchSkill(opened, name, on),
    install: (source, force) => install(source, { call, force, library }),
    remove: (name) => remove(name, library, call),
    staged: createStagedSkills(pending, manage),
    diff: async (id) => {
      const row = pending.list().find((write) => write.id === id);
      return row === undefined ? null : described(await planStaged(row, manage));
    },
  };
}

function onTheShelf(library: SkillLibrary, disabled: readonly string[]) {
  const { skills, quarantined, problems } = library.shelf();
  const viewOf = ({ meta, category, tier, folder }: Skill): SkillView => {
    const { name, description } = meta;
    return { name, description, category, tier, folder, enabled: !disabled.includes(name) };
  };
  return {
    skills: skills.map(viewOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    quarantined: quarantined.map(({ skill, why }) => ({ name: skill.meta.name, folder: skill.folder, why })),
    problems: problems.map(({ path, why }) => say.leftOut(path, why)),
    find: (name: string) => {
      const off = skills.find((skill) => skill.meta.name === name && disabled.includes(name));
      const search = library.find(name);
      const skill = off ?? (search.kind === "found" ? search.skill : null);
      if (skill === null) return { problem: search.kind === "problem" ? search.message : "" };
      const text = readFileSync(join(skill.folder, skillFile), "utf8");
      return { view: viewOf(skill), text, files: ordinaryFiles(skill.folder) };
    },
  };
}

async function switchSkill({ home, settings }: OpenSettings, name: string, on: boolean): Promise<string | null> {
  const others = settings.skills.disabled.filter((each) => each !== name);
  const disabled = on ? others : [...others, name];
  const written = await setInConfig(configPath(home), ["skills", "disabled"], disabled, true);
  return written.kind === "refused" ? written.reason : null;
}

type Installation = { readonly call: CommandCall; readonly force: boolean; readonly library: SkillLibrary };

async function install(source: string, { call, force, library }: Installation) {
  const { context } = call;
  const options = { library, rng: context.rng, force };
  if (!/^(?:https?|ssh|git|file):\/\/|^[\w.-]+@[\w.-]+:|\.git$/.test(source)) {
    return result(await installSkill(resolve(context.cwd, source), options));
  }
  const fetched = await fetchRepository(source, context);
  if (fetched.kind === "problem") return { problem: say.fetchFailed(fetched.why) };
  using folder = fetched;
  return result(await installSkill(folder.path, options));
}

function result(done: Awaited<ReturnType<typeof installSkill>>) {
  return done.kind === "installed" ? { name: done.name, folder: done.folder } : { problem: done.why };
}

function remove(name: string, library: SkillLibrary, { context }: CommandCall) {
  const skill = library.shelf().skills.find((each) => each.meta.name === name && each.tier !== "bundled");
  const search = library.find(name);
  const chosen = skill ?? (search.kind === "found" ? search.skill : null);
  if (chosen === null) return { problem: search.kind === "problem" ? search.message : "" };
  const why = removalProblem({ ...chosen, meta: { ...chosen.meta, pinned: false } }, null, library); // here the person asks
  if (why !== null) return { problem: why };
  removeSkill(chosen, library, context.rng);
  library.changed();
  return { folder: chosen.folder };
}

function described(plan: ManagePlan): string {
  switch (plan.kind) {
    case "problem":
      return plan.message;
    case "create":
      return unifiedDiff("", plan.text);
    case "change": {
      const path = join(plan.skill.folder, plan.path);
      return `${plan.path}\n${unifiedDiff(textAt(path), plan.text ?? "")}`;
    }
    case "delete":
      return `- ${plan.skill.folder}`;
  }
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // a file that is still to come
  }
}
