import { linkedFiles, type LinkedFiles } from "./linked-files.ts";
import { preprocess } from "./preprocess.ts";
import { readSkill } from "./read-skill.ts";
import type { SkillLibrary } from "./skill-library.ts";
import type { Skill } from "./skill.ts";

/** A skill ready to be read by the model. */
export type LoadedSkill = {
  readonly skill: Skill;
  readonly body: string;
  readonly files: LinkedFiles;
  /** Values of the settings it asks for, by name. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Names of variables it needs and does not find. */
  readonly missingVariables: readonly string[];
  /** What in its text looks like an attack; it is served all the same, with a warning. */
  readonly suspicions: readonly string[];
};

export type SkillLoading =
  | { readonly kind: "loaded"; readonly loaded: LoadedSkill }
  | { readonly kind: "problem"; readonly why: string };

type Reader = { readonly sessionId: string | null; readonly signal: AbortSignal };

export async function loadSkill(skill: Skill, library: SkillLibrary, reader: Reader): Promise<SkillLoading> {
  const read = readSkill(skill.folder, library.yaml);
  if (read.kind === "problem") return read;
  const { scan, env, log, preprocessing } = library;
  const verdict = scan(read.body, "base");
  const suspicions = verdict.blocked ? verdict.reasons : [];
  if (verdict.blocked) log("warning", "skills.suspicious", { skill: skill.folder, reasons: suspicions });
  if (skill.tier !== "project") library.handOn(read.meta.variables.map(({ name }) => name)); // nobody asked for those
  const missing = read.meta.variables.filter(({ name, optional }) => !optional && (env[name] ?? "") === "");
  return {
    kind: "loaded",
    loaded: {
      skill: { ...skill, meta: read.meta },
      body: await preprocess(read.body, skill, preprocessing, reader),
      files: linkedFiles(skill.folder),
      config: configValues(read.meta.config, library.config),
      missingVariables: missing.map(({ name }) => name),
      suspicions,
    },
  };
}

function configValues(fields: Skill["meta"]["config"], values: SkillLibrary["config"]): LoadedSkill["config"] {
  const pairs = fields.map((field) => [field.key, values[field.key] ?? field.default ?? null] as const);
  return Object.fromEntries(pairs);
}
