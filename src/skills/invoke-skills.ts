import { join } from "node:path";
import { invocationText, type Invocation, type InvokedSkill } from "../text/skill-invocation.ts";
import { skillsPhrases as say } from "../text/phrases/skills.ts";
import { loadSkill, type LoadedSkill } from "./load-skill.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { readSlashCall, slashTable, type SlashCall } from "./slash.ts";
import type { Skill } from "./skill.ts";

type Caller = {
  /** Names a surface has commands for. */
  readonly builtIn: ReadonlySet<string>;
  readonly sessionId: string | null;
  readonly signal: AbortSignal;
  /** Skills for the whole session that no text has named; known to exist. */
  readonly preload?: readonly Skill[];
};

/** From `/skill-a /skill-b fix it` to the question that is sent. The prompt stays as it is. */
export async function invokeSkills(text: string, library: SkillLibrary, caller: Caller): Promise<Invocation> {
  const { preload = [], builtIn } = caller;
  const call = await namedIn(text, library, builtIn);
  const skills = [...new Set([...preload, ...call.skills])];
  if (skills.length === 0) return { kind: "plain" };
  const loadings = [];
  for (const skill of skills) loadings.push({ skill, loading: await loadSkill(skill, library, caller) });
  const loaded = loadings.flatMap(({ loading }) => (loading.kind === "loaded" ? [loading.loaded] : []));
  const problems = loadings.flatMap(({ skill, loading }) =>
    loading.kind === "problem" ? [say.unreadable(skill.meta.name, loading.why)] : [],
  );
  if (loaded.length === 0) return { kind: "problem", message: problems.join(" ") };
  const { instruction } = call;
  const span = preload.length === 0 ? "request" : "session";
  return { kind: "invoked", message: invocationText(loaded.map(invoked), instruction, span), instruction, problems };
}

async function namedIn(text: string, library: SkillLibrary, builtIn: ReadonlySet<string>): Promise<SlashCall> {
  const none = { skills: [], instruction: text };
  if (!text.trimStart().startsWith("/")) return none; // without a look at the disk
  await library.ready();
  return readSlashCall(text, slashTable(library.visible(), builtIn)) ?? none;
}

/** Skills by the names a person gave, and the names that are none. */
export function skillsNamed(names: readonly string[], library: SkillLibrary) {
  const found = names.map((name) => ({ name, search: library.find(name) }));
  return {
    skills: found.flatMap(({ search }) => (search.kind === "found" ? [search.skill] : [])),
    unknown: found.flatMap(({ name, search }) => (search.kind === "found" ? [] : [name])),
  };
}

function invoked({ skill, body, files, config, missingVariables, suspicions }: LoadedSkill): InvokedSkill {
  const { name } = skill.meta;
  const paths = Object.values(files).flat();
  const notes = [
    `Skill directory: ${skill.folder}`,
    Object.keys(config).length === 0 ? "" : `Settings: ${JSON.stringify(config)}`,
    missingVariables.length === 0 ? "" : `Setup needed: these variables are not set: ${missingVariables.join(", ")}`,
    suspicions.length === 0 ? "" : `Caution: parts of this skill look like an attack (${suspicions.join(", ")}).`,
    paths.length === 0
      ? ""
      : `Files, to be loaded with skill_view("${name}", file_path):\n${paths.map((path) => `- ${path} (${join(skill.folder, path)})`).join("\n")}`,
  ];
  return { name, body, notes: notes.filter((note) => note !== "") };
}
