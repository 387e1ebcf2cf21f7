import { join } from "node:path";
import { invocationText, type Invocation, type InvokedSkill } from "../text/skill-invocation.ts";
import { skillsPhrases as say } from "../text/phrases/skills.ts";
import { loadSkill, type LoadedSkill } from "./load-skill.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { readSlashCall, slashTable } from "./slash.ts";

type Caller = {
  /** Names a surface has commands for. */
  readonly builtIn: ReadonlySet<string>;
  readonly sessionId: string | null;
  readonly signal: AbortSignal;
};

/** From `/skill-a /skill-b fix it` to the question that is sent. The prompt stays as it is. */
export async function invokeSkills(text: string, library: SkillLibrary, caller: Caller): Promise<Invocation> {
  if (!text.trimStart().startsWith("/")) return { kind: "plain" }; // without a look at the disk
  await library.ready();
  const table = slashTable(library.visible(), caller.builtIn);
  const call = readSlashCall(text, table);
  if (call === null) return { kind: "plain" };
  const loadings = [];
  for (const skill of call.skills) loadings.push({ skill, loading: await loadSkill(skill, library, caller) });
  const loaded = loadings.flatMap(({ loading }) => (loading.kind === "loaded" ? [loading.loaded] : []));
  const problems = loadings.flatMap(({ skill, loading }) =>
    loading.kind === "problem" ? [say.unreadable(skill.meta.name, loading.why)] : [],
  );
  if (loaded.length === 0) return { kind: "problem", message: problems.join(" ") };
  const { instruction } = call;
  return { kind: "invoked", message: invocationText(loaded.map(invoked), instruction), instruction, problems };
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
